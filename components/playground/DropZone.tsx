'use client';

import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatBytes } from '@/components/lib/format';
import { useWorkbench } from '@/components/workbench/context';
import { readDropped } from '@/components/workbench/files/dropped';
import { translatorOf } from '@/components/lib/translator';
import { SUBMISSION_LIMITS } from '@/core/limits';

/** Files dropped anywhere on the page become files of the draft; a folder or an archive becomes a draft of its own. */
export function DropZone() {
  const t = useTranslations('playground');
  const locale = useLocale();
  const workbench = useWorkbench();
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
      if (event.dataTransfer === null) return;
      void Promise.all([readDropped(event.dataTransfer), import('@/components/workbench/files/importFiles')]).then(
        ([{ files, project }, { addFiles, openProject }]) =>
          project === undefined ? addFiles(workbench, files) : openProject(workbench, project, files),
        () => workbench.gateway.layout.notify(translatorOf('workbench')('files.unreadable')),
      );
    };
    // Before the editor, which would insert the file's text.
    window.addEventListener('dragenter', enter, { signal, capture: true });
    window.addEventListener('dragover', enter, { signal, capture: true });
    window.addEventListener('drop', drop, { signal, capture: true });
    window.addEventListener('dragleave', (event) => event.relatedTarget === null && setOver(false), { signal });
    return () => ended.abort();
  }, [workbench]);
  if (!isOver) return null;
  return (
    <div className="pointer-events-none fixed inset-2 z-40 flex items-center justify-center rounded-md border-2 border-dashed border-accent bg-accent-soft/80 text-base font-medium text-accent">
      <span>
        {t('dropHere')}
        <span className="block text-center text-[13px] font-normal">
          {t('dropLimit', { max: formatBytes(SUBMISSION_LIMITS.maxSourceBytes, locale) })}
        </span>
      </span>
    </div>
  );
}
