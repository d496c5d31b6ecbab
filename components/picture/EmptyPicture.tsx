'use client';

import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { OUTLINE_BUTTON } from '@/components/ui/classes';

const STARTER = 'size(6cm);\n\ndraw(unitcircle);\nlabel("$O$", (0, 0));\n';

/** The pane without a picture: what to do to get one. */
export function EmptyPicture({ isBlank }: { readonly isBlank: boolean }) {
  const t = useTranslations('picture');
  const workbench = useWorkbench();
  const isRestoring = usePlayground((state) => state.isRestoring);
  const isFirst = usePlayground(({ report }) => report === undefined);
  if (isRestoring || (!isBlank && isFirst)) return null;
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 px-6 text-center">
      <p className="font-medium">{t(isBlank ? 'empty.blank' : 'empty.nothing')}</p>
      <p className="max-w-sm text-muted">{t(isBlank ? 'empty.blankHint' : 'empty.nothingHint')}</p>
      {isBlank && (
        <button
          type="button"
          className={OUTLINE_BUTTON}
          onClick={() => workbench.gateway.draft.editText(workbench.state.draft.main, STARTER)}
        >
          {t('empty.start')}
        </button>
      )}
    </div>
  );
}
