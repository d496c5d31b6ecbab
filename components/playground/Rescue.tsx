'use client';

import { Download, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Draft } from '@/components/model/draft';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { at } from '@/core/basePath';

/** After a page has broken: the code is safe, it can be downloaded, and there is a way back. */
export function Rescue({ onRetry }: { readonly onRetry: () => void }) {
  const t = useTranslations('common');
  const [draft, setDraft] = useState<Draft>();
  useEffect(() => {
    // Every page has this one at hand, and hardly anybody sees it.
    import('@/components/persistence/browserDrafts')
      .then(({ lookAtDraft }) => lookAtDraft())
      .then(setDraft, () => undefined);
  }, []);
  return (
    <main className="mx-auto flex max-w-lg flex-col gap-4 px-6 py-24">
      <h1 className="text-xl font-semibold">{t('crash.title')}</h1>
      <p role="alert">{t('crash.text')}</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className={OUTLINE_BUTTON} onClick={onRetry}>
          <RotateCw size={15} aria-hidden /> {t('retry')}
        </button>
        {draft !== undefined && (
          <button type="button" className={OUTLINE_BUTTON} onClick={() => void download(draft)}>
            <Download size={15} aria-hidden /> {t('crash.download')}
          </button>
        )}
        {/* Loaded anew: what the page has in memory may be what broke. */}
        <form action={at('/')}>
          <button type="submit" className={OUTLINE_BUTTON}>
            {t('crash.openPlayground')}
          </button>
        </form>
      </div>
    </main>
  );
}

async function download(draft: Draft): Promise<void> {
  const { downloadDraft } = await import('@/components/workbench/files/downloadDraft');
  await downloadDraft(draft);
}
