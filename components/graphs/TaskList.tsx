'use client';

import { memo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { TEST_IDS } from '@/components/lib/testIds';
import { FIELD } from '@/components/ui/classes';
import type { GraphTask } from './graphsApi';
import { LOOKS, titleOf, toneOf, TONES, type Tone } from './taskStyle';
import { useToneTexts } from './useToneTexts';

interface TaskListProps {
  readonly tasks: readonly GraphTask[];
  /** The one that was looked at before, if any: it gets the focus. */
  readonly last: string | undefined;
  readonly onChoose: (task: string) => void;
}

/** All tasks of a graph by name, or those in one state. */
export function TaskList({ tasks, last, onChoose }: TaskListProps) {
  const t = useTranslations('graphs');
  const toneTexts = useToneTexts();
  const [only, setOnly] = useState<Tone | 'all'>('all');
  const shown = only === 'all' ? tasks : tasks.filter((task) => toneOf(task) === only);
  return (
    <section aria-label={t('tasks.label')} className="flex min-h-0 flex-1 flex-col">
      <label className="flex items-center gap-2 px-3 py-2 text-muted">
        {t('tasks.show')}
        <select
          className={FIELD}
          value={only}
          onChange={({ target }) => setOnly(TONES.find((tone) => tone === target.value) ?? 'all')}
        >
          <option value="all">{t('tasks.all', { count: tasks.length })}</option>
          {TONES.map((tone) => (
            <option key={tone} value={tone}>
              {t('tasks.some', {
                tone: toneTexts[tone],
                count: tasks.filter((task) => toneOf(task) === tone).length,
              })}
            </option>
          ))}
        </select>
      </label>
      <ul className="min-h-0 flex-1 overflow-y-auto pb-2" data-testid={TEST_IDS.graphTasks}>
        {shown.map((task) => (
          <TaskRow
            key={task.id}
            id={task.id}
            title={titleOf(task)}
            tone={toneOf(task)}
            toneText={toneTexts[toneOf(task)]}
            isLast={task.id === last}
            onChoose={onChoose}
          />
        ))}
      </ul>
    </section>
  );
}

interface TaskRowProps {
  readonly id: string;
  readonly title: string;
  readonly tone: Tone;
  readonly toneText: string;
  readonly isLast: boolean;
  readonly onChoose: (task: string) => void;
}

/** There may be thousands, of which few change at a time. */
const TaskRow = memo(function TaskRow({ id, title, tone, toneText, isLast, onChoose }: TaskRowProps) {
  const { sign, color } = LOOKS[tone];
  return (
    <li className="[contain-intrinsic-size:auto_28px] [content-visibility:auto]">
      <button
        type="button"
        autoFocus={isLast}
        className="flex h-7 w-full items-center gap-2 px-3 text-left hover:bg-hover"
        onClick={() => onChoose(id)}
      >
        <span className="min-w-0 flex-1 truncate">{title}</span>
        <span className="text-xs" style={{ color }}>
          {sign} {toneText}
        </span>
      </button>
    </li>
  );
});
