'use client';

import { X } from 'lucide-react';
import { useEffect } from 'react';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';
import { FLAT_BUTTON, OUTLINE_BUTTON } from '@/components/ui/classes';

const SHOWN_MS = 8000;

/** What was just done or could not be done, with a way back where there is one. It goes by itself. */
export function Notice() {
  const { gateway } = useWorkbench();
  const notice = usePlayground((state) => state.notice);
  useEffect(() => {
    if (notice === undefined) return;
    const timer = setTimeout(() => gateway.dismissNotice(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [notice, gateway]);
  if (notice === undefined) return null;
  return (
    <aside
      aria-label="Notice"
      data-testid={TEST_IDS.notice}
      className="fixed inset-x-4 bottom-16 z-40 mx-auto flex w-fit items-center gap-3 rounded-md border border-edge bg-raised py-1.5 pr-1.5 pl-4"
    >
      <span>{notice.text}</span>
      {notice.before && (
        <button type="button" className={OUTLINE_BUTTON} onClick={() => gateway.undo()}>
          Undo
        </button>
      )}
      <button type="button" className={FLAT_BUTTON} aria-label="Dismiss" onClick={() => gateway.dismissNotice()}>
        <X size={15} aria-hidden />
      </button>
    </aside>
  );
}
