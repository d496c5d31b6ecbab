'use client';

import { useEffect, useState, type RefObject } from 'react';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { TEST_IDS } from '@/components/lib/testIds';
import { formatUnits } from '@/components/model/units';

/** A pointer that only passes over the picture asks for nothing. */
const REST_MS = 150;

/** Where the pointer is, in the drawing's own units. For the eye only: who does not point has no use for it. */
export function Coordinates({ pane }: { readonly pane: RefObject<HTMLElement | null> }) {
  const workbench = useWorkbench();
  const revision = usePlayground((state) => state.revision);
  /** Those of an earlier state of the code are not shown. */
  const [shown, setShown] = useState<{ revision: number; words: string }>();

  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const ended = new AbortController();
    const { signal } = ended;
    let hasText = false;
    let resting: ReturnType<typeof setTimeout> | undefined;
    const forget = () => {
      clearTimeout(resting);
      hasText = false;
      setShown(undefined);
    };
    const show = async (event: PointerEvent) => {
      const units = await workbench.findUnits();
      if (signal.aborted) return;
      const box = element.querySelector('[data-picture]')?.getBoundingClientRect();
      if (units === undefined || box === undefined) return forget();
      const at = { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
      hasText = true;
      setShown({ revision, words: formatUnits(units, at, { x: 1 / box.width, y: 1 / box.height }) });
    };
    const move = (event: PointerEvent) => {
      clearTimeout(resting);
      resting = setTimeout(() => void show(event), hasText ? 0 : REST_MS);
    };
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerleave', forget, { signal });
    return () => {
      ended.abort();
      clearTimeout(resting);
    };
  }, [pane, workbench, revision]);

  if (shown?.revision !== revision) return null;
  return (
    <span
      data-testid={TEST_IDS.coordinates}
      aria-hidden
      className="pointer-events-none absolute bottom-2 left-2 rounded border border-line bg-raised px-1.5 text-xs"
    >
      {shown.words}
    </span>
  );
}
