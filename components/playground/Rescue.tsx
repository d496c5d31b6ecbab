'use client';

import { Download, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { Draft } from '@/components/model/draft';
import { lookAtDraft } from '@/components/persistence/browserDrafts';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { downloadDraft } from '@/components/workbench/files/downloadDraft';

/** After a page has broken: the code is safe, it can be downloaded, and there is a way back. */
export function Rescue({ onRetry }: { readonly onRetry: () => void }) {
  const [draft, setDraft] = useState<Draft>();
  useEffect(() => {
    lookAtDraft().then(setDraft, () => undefined);
  }, []);
  return (
    <main className="mx-auto flex max-w-lg flex-col gap-4 px-6 py-24">
      <h1 className="text-xl font-semibold">Something went wrong</h1>
      <p role="alert">This page stopped working. What you wrote is kept in this browser.</p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className={OUTLINE_BUTTON} onClick={onRetry}>
          <RotateCw size={15} aria-hidden /> Try again
        </button>
        {draft !== undefined && (
          <button type="button" className={OUTLINE_BUTTON} onClick={() => void downloadDraft(draft)}>
            <Download size={15} aria-hidden /> Download your code
          </button>
        )}
        {/* Not a link within the application: that may be what broke. */}
        <button type="button" className={OUTLINE_BUTTON} onClick={() => window.location.assign('/')}>
          Open the playground
        </button>
      </div>
    </main>
  );
}
