import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { QUEUE_LIMITS, RETENTION } from '@/core/limits';
import type { QueuedTask } from '@/core/task';
import { PREFIX } from './keys';

/**
 * The queues that hold the tasks (docs/queue.md, 10): one of BullMQ's for each class, and one for those that wait behind
 * the window of their client. A task is a job, its id the job's id. What stands here is what those who fill the queues
 * and those who take from them must agree on.
 */

/** Tasks behind the window of their client, of all classes. */
export const LANE_QUEUE = 'lanes';
/** The class of detached tasks. */
export const BATCH_QUEUE = 'batch';

/** Whoever holds a job keeps its lock alive; one whose lock has run out is back at the head within a second. */
export const HOLD = {
  lockDuration: QUEUE_LIMITS.lockSeconds * 1000,
  stalledInterval: 500,
  maxStalledCount: QUEUE_LIMITS.maxDetachedRestarts,
} as const;

/** Over a connection that others use, too. */
export function openQueue(name: string, connection: Redis): Queue<QueuedTask> {
  const kept = { count: RETENTION.finishedTasksListed };
  return new Queue(name, {
    connection,
    prefix: PREFIX,
    defaultJobOptions: { removeOnComplete: kept, removeOnFail: kept },
  });
}

/** The string that holds the token of whoever holds a job. */
export function lockKey(queue: string, task: string): string {
  return [PREFIX, queue, task, 'lock'].join(':');
}

/** By which backend, with which permit and for how long a job is held: all of it stands in the token of its lock. */
export interface Holder {
  readonly permit: string;
  readonly backend: string;
  readonly durationSeconds: number;
}

export function holderToken({ permit, backend, durationSeconds }: Holder): string {
  return [permit, backend, durationSeconds].join('|');
}

/** Undefined for anything else. */
export function readHolder(token: string): Holder | undefined {
  const [permit, backend, seconds] = token.split('|');
  const durationSeconds = Number(seconds);
  return permit !== undefined && backend !== undefined && durationSeconds > 0
    ? { permit, backend, durationSeconds }
    : undefined;
}
