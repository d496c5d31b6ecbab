'use client';

import { Ban, RotateCcw, X } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { formatBytes } from '@/components/lib/format';
import { TEST_IDS } from '@/components/lib/testIds';
import { FLAT_BUTTON, OUTLINE_BUTTON } from '@/components/ui/classes';
import { Attempts } from './Attempts';
import type { GraphTask } from './graphsApi';
import { hasEnded, LOOKS, pictureOf, titleOf, toneOf } from './taskStyle';

interface TaskPanelProps {
  readonly task: GraphTask;
  readonly onClose: () => void;
  readonly onCancel: () => void;
  readonly onRetry: () => void;
}

/** One task: how it stands, what it drew, who tried it, and what can be done. */
export function TaskPanel({ task, onClose, onCancel, onRetry }: TaskPanelProps) {
  const t = useTranslations('graphs');
  const tone = toneOf(task);
  const { sign, color } = LOOKS[tone];
  const picture = pictureOf(task);
  const count = tone === 'waiting' ? task.pending_dependency_count : 0;
  return (
    <section
      aria-label={t('task.label')}
      data-testid={TEST_IDS.graphTask}
      className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-3"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold break-words">{titleOf(task)}</h2>
          <p style={{ color }}>
            {sign} {count > 0 ? t('task.waitingFor', { count }) : t(`tones.${tone}`)}
          </p>
        </div>
        <button type="button" autoFocus className={FLAT_BUTTON} aria-label={t('task.close')} onClick={onClose}>
          <X size={15} aria-hidden />
        </button>
      </div>
      <div className="flex gap-2 empty:hidden">
        {!hasEnded(task) && (
          <button type="button" className={OUTLINE_BUTTON} onClick={onCancel}>
            <Ban size={15} aria-hidden /> {t('task.cancel')}
          </button>
        )}
        {(tone === 'failed' || tone === 'cancelled') && (
          <button type="button" className={OUTLINE_BUTTON} onClick={onRetry}>
            <RotateCcw size={15} aria-hidden /> {t('task.retry')}
          </button>
        )}
      </div>
      {picture !== undefined && (
        <img
          src={picture}
          alt={t('task.picture', { name: titleOf(task) })}
          className="rounded-md border border-line bg-paper p-2"
        />
      )}
      {task.artifacts.length > 0 && (
        <ul aria-label={t('task.files')}>
          {task.artifacts.map(({ file, url, bytes }) => (
            <li key={file}>
              <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
                {file}
              </a>{' '}
              <span className="text-muted">{formatBytes(bytes)}</span>
            </li>
          ))}
        </ul>
      )}
      <Attempts key={task.id} task={task.id} version={`${task.state} ${task.updated_at}`} />
    </section>
  );
}
