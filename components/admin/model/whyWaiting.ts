import type { QueueState } from '@/core/admin/queueState';
import type { ReasonValues } from '@/core/admin/reason';
import type { TaskRow } from './taskRows';

/** Why a task waits: behind whom, or for what. The first that is true. */
export interface Waiting {
  readonly code: 'lane' | 'paused' | 'no-backend' | 'draining' | 'level' | 'next' | 'behind';
  readonly values: ReasonValues;
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
