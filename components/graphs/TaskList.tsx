'use client';

import { useState } from 'react';
import { TEST_IDS } from '@/components/testIds';
import { FIELD } from '@/components/ui/classes';
import type { GraphTask } from './graphsApi';
import { LOOKS, titleOf, toneOf, TONES, type Tone } from './taskLook';

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
        {shown.map((task) => {
          const { word, sign, color } = LOOKS[toneOf(task)];
          return (
            <li key={task.id} className="[contain-intrinsic-size:auto_28px] [content-visibility:auto]">
              <button
                type="button"
                autoFocus={task.id === last}
                className="flex h-7 w-full items-center gap-2 px-3 text-left hover:bg-hover"
                onClick={() => onChoose(task.id)}
              >
                <span className="min-w-0 flex-1 truncate">{titleOf(task)}</span>
                <span className="text-xs" style={{ color }}>
                  {sign} {word}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
