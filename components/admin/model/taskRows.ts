import type { EndedTask } from '@/core/admin/endedTask';
import type { Searchable } from '@/core/admin/query';
import type { QueueState } from '@/core/admin/queueState';

/** Tasks as one list: those that wait or run, then those that ended, newest first; and what a query finds in it. */

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

/** For a query. */
export function searchableTask({ id, isLive, state, endedAtMs, submittedAtMs, ...rest }: TaskRow): Searchable {
  return { ...rest, task: id, state, cause: isLive ? undefined : state, sinceMs: endedAtMs ?? submittedAtMs };
}

/** What the rows have, for suggestions. */
export function vocabularyOf(rows: readonly Pick<TaskRow, 'taskClass' | 'client' | 'address' | 'backend' | 'owner'>[]) {
  const all = (of: (row: (typeof rows)[number]) => string | undefined) => [
    ...new Set(rows.flatMap((row) => of(row) ?? [])),
  ];
  return {
    class: all(({ taskClass }) => taskClass),
    client: all(({ client }) => client),
    address: all(({ address }) => address),
    backend: all(({ backend }) => backend),
    owner: all(({ owner }) => owner),
  };
}
