'use client';

import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { OUTLINE_BUTTON } from '@/components/ui/classes';

const STARTER = 'size(6cm);\n\ndraw(unitcircle);\nlabel("$O$", (0, 0));\n';

/** The pane without a picture: what to do to get one. */
export function EmptyPicture({ isBlank }: { readonly isBlank: boolean }) {
  const workbench = useWorkbench();
  const isRestoring = usePlayground((state) => state.isRestoring);
  const isFirst = usePlayground(({ report }) => report === undefined);
  if (isRestoring || (!isBlank && isFirst)) return null;
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-2 px-6 text-center">
      <p className="font-medium">{isBlank ? 'Nothing to render yet' : 'No picture yet'}</p>
      <p className="max-w-sm text-muted">
        {isBlank
          ? 'Type some Asymptote code to see the picture here.'
          : 'The picture appears here once the program draws something.'}
      </p>
      {isBlank && (
        <button
          type="button"
          className={OUTLINE_BUTTON}
          onClick={() => workbench.gateway.editText(workbench.state.draft.main, STARTER)}
        >
          Start with a circle
        </button>
      )}
    </div>
  );
}
