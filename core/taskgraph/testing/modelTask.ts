import type { AttemptEnding, UsageList } from '../attempt';
import type { TaskState } from '../state';
import type { TaskKind } from '../taskKind';
import type { Resources } from '../taskSchema';

/** A task in the model of the service. */
export interface ModelTask {
  readonly id: string;
  readonly owner: string;
  /** Orders tasks by age. */
  readonly serial: number;
  readonly name: string | undefined;
  readonly kind: TaskKind;
  readonly priority: number;
  readonly resources: Resources;
  readonly maxAttemptCount: number;
  readonly continuations: Set<string>;
  state: TaskState;
  /** Of an inactive task: its parents that have not succeeded yet. */
  pendingDependencyCount: number;
  /** Attempts that were not abandoned. */
  attemptCount: number;
  abandonedCount: number;
  readonly attempts: ModelAttempt[];
}

/** One `execution_info`. */
export interface ModelAttempt {
  readonly token: string;
  readonly worker: string;
  readonly claimedAtMs: number;
  startedAtMs: number;
  /** The worker may overwrite the server's stamp once. */
  isStartReported: boolean;
  leaseUntilMs: number;
  readonly usage: Record<UsageList, number[]>;
  /** Undefined: the token is live. */
  ending: AttemptEnding | undefined;
}

export interface TaskEvent {
  readonly serial: number;
  readonly atMs: number;
  readonly task: string;
  /** Undefined: it was created. */
  readonly from: TaskState | undefined;
  readonly to: TaskState;
}

export function liveAttempt(task: ModelTask): ModelAttempt | undefined {
  const last = task.attempts.at(-1);
  return last?.ending === undefined ? last : undefined;
}

/** The larger priority first, then the older. */
export function compareForClaim(a: ModelTask, b: ModelTask): number {
  return b.priority - a.priority || a.serial - b.serial;
}

/** What is left of `free` after a task; undefined: the task does not fit. What the worker did not name is unlimited. */
export function takeResources(free: Resources, wanted: Resources): Resources | undefined {
  const left: { memory_bytes?: number; cores?: number; gpus?: number } = { ...free };
  for (const key of ['memory_bytes', 'cores', 'gpus'] as const) {
    const available = free[key];
    if (available === undefined) continue;
    if (available < (wanted[key] ?? 0)) return undefined;
    left[key] = available - (wanted[key] ?? 0);
  }
  return left;
}
