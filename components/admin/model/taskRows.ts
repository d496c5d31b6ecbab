import type { EndedTask } from '@/core/admin/endedTask';
import type { QueueState } from '@/core/admin/queueState';

/** Tasks as one list: those that wait or run, then those that ended, newest first; and what a filter leaves of it. */

export interface TaskRow {
  readonly id: string;
  /** `lane`, `waiting`, `running`, or how it ended. */
  readonly state: string;
  readonly isLive: boolean;
  readonly taskClass: string;
  readonly client: string;
  readonly address: string;
  readonly owner: string;
  readonly submittedAtMs: number;
  readonly startedAtMs?: number;
  readonly endedAtMs?: number;
  readonly backend?: string;
  /** From 1: in the queue of its class, or in the lane of its client. */
  readonly place?: number;
  readonly durationSeconds?: number;
  readonly estimateSeconds?: number;
  readonly halts: number;
  readonly restarts: number;
  readonly timings?: Readonly<Record<string, number>>;
  readonly startMode?: string;
  readonly memoryBytes?: number;
  readonly cpuMs?: number;
}

export function taskRows(
  tasks: QueueState['tasks'] | undefined,
  ended: Readonly<Record<string, EndedTask>> | undefined,
): TaskRow[] {
  const live = Object.entries(tasks ?? {}).map(([id, task]): TaskRow => ({ id, isLive: true, ...task }));
  const over = Object.values(ended ?? {}).map(({ task: id, outcome: state, ...rest }): TaskRow => ({
    id,
    state,
    isLive: false,
    ...rest,
  }));
  live.sort((a, b) => a.submittedAtMs - b.submittedAtMs);
  over.sort((a, b) => (b.endedAtMs ?? 0) - (a.endedAtMs ?? 0));
  return [...live, ...over];
}

/**
 * Every word must stand somewhere in what is known of the task: `fast success 127.0`. A state is found by its code, and by
 * what the page calls it.
 */
export function matches(row: TaskRow, filter: string, stateText: string): boolean {
  const text = [row.id, row.state, stateText, row.taskClass, row.client, row.address, row.owner, row.backend ?? '']
    .join(' ')
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
