'use client';

import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { OUTLINE_BUTTON } from '@/components/ui/classes';

const STARTER = 'size(6cm);\n\ndraw(unitcircle);\nlabel("$O$", (0, 0));\n';

/** All of it is under Output. */
const MAX_TEXT_UNITS = 20_000;

/** The pane without a picture: what to do to get one. */
export function EmptyPicture({ isBlank }: { readonly isBlank: boolean }) {
  const t = useTranslations('picture');
  const workbench = useWorkbench();
  const isRestoring = usePlayground((state) => state.isRestoring);
  const isFirst = usePlayground(({ report }) => report === undefined);
  const text = usePlayground(({ report, output }) => (report?.words.kind === 'success' ? output.trim() : ''));
  if (isRestoring || (!isBlank && isFirst)) return null;
  if (!isBlank && text !== '')
    return (
      <div className="absolute inset-0 flex flex-col gap-2 overflow-auto p-6">
        <p className="font-medium">{t('empty.onlyText')}</p>
        <pre tabIndex={0} className="overflow-auto rounded-md border border-line bg-raised p-3 font-mono text-[13px]">
          {text.slice(0, MAX_TEXT_UNITS)}
        </pre>
      </div>
    );
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
