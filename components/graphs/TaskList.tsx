'use client';

import { memo, useState } from 'react';
import { TEST_IDS } from '@/components/lib/testIds';
import { FIELD } from '@/components/ui/classes';
import type { GraphTask } from './graphsApi';
import { LOOKS, titleOf, toneOf, TONES, type Tone } from './taskStyle';

interface TaskListProps {
  readonly tasks: readonly GraphTask[];
  /** The one that was looked at before, if any: it gets the focus. */
  readonly last: string | undefined;
  readonly onChoose: (task: string) => void;
}

/** All tasks of a graph by name, or those in one state. */
export function TaskList({ tasks, last, onChoose }: TaskListProps) {
  const [only, setOnly] = useState<Tone | 'all'>('all');
  const shown = only === 'all' ? tasks : tasks.filter((task) => toneOf(task) === only);
  return (
    <section aria-label="Tasks" className="flex min-h-0 flex-1 flex-col">
      <label className="flex items-center gap-2 px-3 py-2 text-muted">
        Show
        <select
          className={FIELD}
          value={only}
          onChange={({ target }) => setOnly(TONES.find((tone) => tone === target.value) ?? 'all')}
        >
          <option value="all">All {tasks.length} tasks</option>
          {TONES.map((tone) => (
            <option key={tone} value={tone}>
              {LOOKS[tone].word}: {tasks.filter((task) => toneOf(task) === tone).length}
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
  readonly isLast: boolean;
  readonly onChoose: (task: string) => void;
}

/** There may be thousands, of which few change at a time. */
const TaskRow = memo(function TaskRow({ id, title, tone, isLast, onChoose }: TaskRowProps) {
  const { word, sign, color } = LOOKS[tone];
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
          {sign} {word}
        </span>
      </button>
    </li>
  );
});
