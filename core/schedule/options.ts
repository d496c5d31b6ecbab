/** What an operator may set about the schedule; the defaults are the product's limits. */
import { QUEUE_LIMITS, RETENTION, SHELL_LIMITS } from '@/core/limits';
import { DEFAULT_LEVELS, type Level } from './levels';

/**
 * Who is sacrificed when the queue is blocked (docs/queue.md, 4 and 6).
 *
 * - considerate: one victim at a time, chosen by rule.
 * - literal: the specification word for word: victims at random, all downgrades at once, a denied shell downgrades too,
 *   and shells may take every backend.
 */
export type Policy = { readonly kind: 'considerate' } | { readonly kind: 'literal'; readonly random: () => number };

export interface ScheduleOptions {
  readonly levels: readonly Level[];
  readonly policy: Policy;
  readonly tasksPerClient: number;
  readonly tasksPerAddress: number;
  /** Backends that one address alone may not take. */
  readonly reservedBackends: number;
  readonly maxPredictedWaitSeconds: number;
  readonly maxHalts: number;
  /** The duration of a shell. */
  readonly shellSeconds: number;
  /** Recent runs kept for each class. */
  readonly historyRuns: number;
}

export const DEFAULT_OPTIONS: ScheduleOptions = {
  levels: DEFAULT_LEVELS,
  policy: { kind: 'considerate' },
  tasksPerClient: QUEUE_LIMITS.tasksPerClient,
  tasksPerAddress: QUEUE_LIMITS.tasksPerAddress,
  reservedBackends: QUEUE_LIMITS.reservedBackends,
  maxPredictedWaitSeconds: QUEUE_LIMITS.maxPredictedWaitSeconds,
  maxHalts: QUEUE_LIMITS.maxHalts,
  shellSeconds: SHELL_LIMITS.totalSeconds,
  historyRuns: RETENTION.historyRuns,
};
