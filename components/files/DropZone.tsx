'use client';

import { useEffect, useState } from 'react';
import { useWorkbench } from '@/components/playground/context';
import { withFiles } from './draftFiles';
import { readIncoming } from './incomingFiles';

/** Files dropped anywhere on the page become files of the draft. */
export function DropZone() {
  const { gateway } = useWorkbench();
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      setOver(false);
      void readIncoming(event.dataTransfer?.files ?? []).then((files) =>
        gateway.change(withFiles(gateway.state.draft, files)),
      );
    };
    // Before the editor, which would insert the file's text.
    window.addEventListener('dragenter', enter, { signal, capture: true });
    window.addEventListener('dragover', enter, { signal, capture: true });
    window.addEventListener('drop', drop, { signal, capture: true });
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    return () => ended.abort();
  }, [gateway]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-2 z-40 flex items-center justify-center rounded-md border-2 border-dashed border-accent bg-accent-soft/80 text-base font-medium text-accent">
      Drop to add these files
    </div>
  );
}
