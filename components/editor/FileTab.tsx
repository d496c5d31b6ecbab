'use client';

import type { DragEvent } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { Tooltip } from '@/components/ui/Tooltip';
import { movedTo } from '@/components/model/draftFiles';

const DRAGGED = 'application/x-asyground-file';

/** A click shows the file, a double click renames it, dragging moves it. */
export function FileTab({ name, index }: { readonly name: string; readonly index: number }) {
  const t = useTranslations('editor');
  const { gateway } = useWorkbench();
  const isActive = usePlayground(({ draft }) => draft.active === name);
  const isMarked = usePlayground(({ draft }) => draft.main === name && draft.files.length > 1);

  const drop = (event: DragEvent) => {
    const dragged = event.dataTransfer.getData(DRAGGED);
    if (dragged === '') return;
    event.preventDefault();
    gateway.change({ draft: movedTo(gateway.state.draft, dragged, index) });
  };

  const tab = (
    <button
      type="button"
      aria-pressed={isActive}
      draggable
      className="-mb-px flex shrink-0 items-center gap-2 border-r border-b border-line px-4 font-mono text-xs text-muted hover:bg-hover aria-pressed:border-b-surface aria-pressed:bg-surface aria-pressed:text-text"
      onClick={() => gateway.draft.selectFile(name)}
      onDoubleClick={() => gateway.draft.startRenaming(name)}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, name)}
      onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED) && event.preventDefault()}
      onDrop={drop}
    >
      {name}
      {isMarked && (
        <span className="rounded bg-accent-soft px-1 font-sans text-[11px] leading-4 text-accent">{t('main')}</span>
      )}
    </button>
  );
  return <Tooltip text={t('renameHint')}>{tab}</Tooltip>;
}
