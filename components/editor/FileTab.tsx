'use client';

import { X } from 'lucide-react';
import { useEffect, useRef, useState, type DragEvent } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { Tooltip } from '@/components/ui/Tooltip';
import { movedTo } from '@/components/model/draftFiles';
import { deleteFile } from '@/components/workbench/actions/fileActions';

const DRAGGED = 'application/x-asyground-file';

/**
 * A click shows the file, a double click renames it, dragging moves it to the place of the one that is marked meanwhile. Each but the main one has a button that deletes it,
 * seen where a mouse or the focus is; a finger, which cannot point, sees the one of the file that is shown.
 */
export function FileTab({ name, index }: { readonly name: string; readonly index: number }) {
  const t = useTranslations('editor');
  const workbench = useWorkbench();
  const { gateway } = workbench;
  const isActive = usePlayground(({ draft }) => draft.active === name);
  const isMarked = usePlayground(({ draft }) => draft.main === name && draft.files.length > 1);

  const isMain = usePlayground(({ draft }) => draft.main === name);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [isActive]);

  const [isOver, setOver] = useState(false);
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(DRAGGED)) return;
    event.preventDefault();
    setOver(true);
  };
  const drop = (event: DragEvent) => {
    setOver(false);
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
      className="flex items-center gap-2 px-4 aria-pressed:text-text"
      onClick={() => gateway.draft.selectFile(name)}
      onDoubleClick={() => gateway.draft.startRenaming(name)}
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, name)}
    >
      {name}
      {isMarked && (
        <span className="rounded bg-accent-soft px-1 font-sans text-[11px] leading-4 text-accent">{t('main')}</span>
      )}
    </button>
  );
  return (
    <div
      ref={element}
      // Says whose button it is that deletes.
      role="group"
      aria-label={name}
      data-active={isActive || undefined}
      data-over={isOver || undefined}
      onDragOver={dragOver}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className="group -mb-px flex shrink-0 border-r border-b border-line font-mono text-xs text-muted hover:bg-hover data-active:border-b-surface data-active:bg-surface data-over:bg-accent-soft data-over:text-accent"
    >
      <Tooltip text={t('renameHint')}>{tab}</Tooltip>
      {!isMain && (
        <Tooltip text={t('deleteHint')}>
          <button
            type="button"
            className="-ml-2 mr-1 flex w-6 items-center justify-center rounded opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 group-data-active:opacity-100 hover:text-text pointer-coarse:not-group-data-active:hidden"
            aria-label={t('delete')}
            onClick={() => {
              deleteFile(workbench, name);
              workbench.editor.focus();
            }}
          >
            <X size={13} aria-hidden />
          </button>
        </Tooltip>
      )}
    </div>
  );
}
