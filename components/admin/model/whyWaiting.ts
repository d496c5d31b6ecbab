import type { QueueState } from '@/core/admin/queueState';
import type { ReasonValues } from '@/core/admin/reason';
import type { TaskRow } from './taskRows';

/** Why a task waits: behind whom, or for what. The first that is true. */
export interface Waiting {
  readonly code: 'lane' | 'paused' | 'no-backend' | 'draining' | 'level' | 'next' | 'behind';
  readonly values: ReasonValues;
}

/** More than these are not named. */
const MAX_NAMED = 5;

export interface TasksBefore {
  readonly ahead: readonly string[];
  readonly running: readonly string[];
}

/** Whom it waits for: who starts before it in its class or lane, and who has the backends; each with its client. */
export function tasksBefore(row: TaskRow, tasks: QueueState['tasks']): TasksBefore {
  const all = Object.entries(tasks);
  const isAhead = ({ state, taskClass, client, place }: QueueState['tasks'][string]) =>
    row.state === 'lane'
      ? client === row.client && (state === 'waiting' || (state === 'lane' && (place ?? 0) < (row.place ?? 0)))
      : state === 'waiting' && taskClass === row.taskClass && (place ?? 0) < (row.place ?? 0);
  const named = (found: typeof all) => [
    ...found.slice(0, MAX_NAMED).map(([id, { client }]) => `${id.slice(0, 8)} (${client})`),
    ...(found.length > MAX_NAMED ? ['…'] : []),
  ];
  const ahead = all.filter(([, task]) => isAhead(task));
  ahead.sort(
    ([, a], [, b]) => Number(a.state === 'lane') - Number(b.state === 'lane') || (a.place ?? 0) - (b.place ?? 0),
  );
  return { ahead: named(ahead), running: named(all.filter(([, { state }]) => state === 'running')) };
}

type Queue = Pick<QueueState, 'classes' | 'backends' | 'levels'>;

export function whyWaiting(row: TaskRow, { classes, backends, levels }: Queue): Waiting | undefined {
  const before = Math.max(0, (row.place ?? 1) - 1);
  if (row.state === 'lane') return { code: 'lane', values: { count: before + 1 } };
  if (row.state !== 'waiting') return undefined;
  const all = Object.values(backends);
  const usable = all.filter(({ draining }) => !draining);
  const busy = usable.filter(({ task }) => task !== undefined).length;
  if (classes[row.taskClass]?.paused) return { code: 'paused', values: { class: row.taskClass } };
  if (all.length === 0) return { code: 'no-backend', values: {} };
  if (usable.length === 0) return { code: 'draining', values: {} };
  const level = levels.find(
    ({ durationSeconds, inForce, running }) => (row.durationSeconds ?? 0) >= durationSeconds && running >= inForce,
  );
  if (level !== undefined && busy < usable.length)
    return { code: 'level', values: { level: level.name, count: level.running } };
  const values = { count: before, busy, backends: usable.length };
  return { code: before === 0 ? 'next' : 'behind', values };
}
