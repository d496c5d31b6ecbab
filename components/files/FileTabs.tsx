'use client';

import { usePlayground, useWorkbench } from '@/components/playground/context';

/** The files of the draft. The one that is rendered is marked when there are several. */
export function FileTabs() {
  const { gateway } = useWorkbench();
  const draft = usePlayground((state) => state.draft);
  return (
    <div
      className="flex h-9 shrink-0 items-stretch overflow-x-auto border-b border-line bg-background"
      role="group"
      aria-label="Files"
    >
      {draft.files.map(({ name }) => (
        <button
          key={name}
          type="button"
          aria-pressed={name === draft.active}
          className="-mb-px flex items-center gap-2 border-r border-b border-line px-4 font-mono text-xs text-muted hover:bg-hover aria-pressed:border-b-surface aria-pressed:bg-surface aria-pressed:text-text"
          onClick={() => gateway.selectFile(name)}
        >
          {name}
          {draft.files.length > 1 && name === draft.main && <span className="text-muted">(main)</span>}
        </button>
      ))}
    </div>
  );
}
