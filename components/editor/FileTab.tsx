'use client';

import { X } from 'lucide-react';
import { useEffect, useRef, type DragEvent } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { Tooltip } from '@/components/ui/Tooltip';
import { movedTo } from '@/components/model/draftFiles';
import { deleteFileAction } from '@/components/workbench/actions/fileActions';
import { perform } from '@/components/workbench/actions/perform';

const DRAGGED = 'application/x-asyground-file';

/** A click shows the file, a double click renames it, dragging moves it. */
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
      className="flex items-center gap-2 px-4 aria-pressed:text-text"
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
  return (
    <div
      ref={element}
      data-active={isActive || undefined}
      className="-mb-px flex shrink-0 border-r border-b border-line font-mono text-xs text-muted hover:bg-hover data-active:border-b-surface data-active:bg-surface"
    >
      <Tooltip text={t('renameHint')}>{tab}</Tooltip>
      {isActive && !isMain && (
        <Tooltip text={t('deleteHint')}>
          <button
            type="button"
            className="mr-1 flex w-6 items-center justify-center rounded hover:text-text"
            aria-label={t('delete')}
            onClick={() => perform(deleteFileAction, workbench)}
          >
            <X size={13} aria-hidden />
          </button>
        </Tooltip>
      )}
    </div>
  );
}
