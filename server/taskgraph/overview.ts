import type { Redis } from 'ioredis';
import { TASK_STATES, type TaskState } from '@/core/taskgraph/state';
import { KEYS } from '@/platform/redis/keys';
import { isoTime, workerName } from './storedTask';

/** The task graphs at a glance, for the admin page. */
export interface GraphOverview {
  readonly states: Readonly<Record<TaskState, number>>;
  readonly graphs: number;
  /** How long the oldest available task waits; undefined if none does. */
  readonly oldestWaitingSeconds: number | undefined;
  /** Who has tasks now, the busiest first. */
  readonly workers: readonly { readonly name: string; readonly tasks: number; readonly since: string }[];
}

const MAX_BUSY_TASKS = 1000;

export async function readOverview(redis: Redis, nowMs = Date.now()): Promise<GraphOverview> {
  const counts = await Promise.all(TASK_STATES.map((state) => redis.zcard(KEYS.graph('state', state))));
  const [graphs, [oldest]] = await Promise.all([
    redis.zcard(KEYS.graph('graphs')),
    redis.zrange(KEYS.graph('state', 'available'), 0, '0'),
  ]);
  const since = oldest === undefined ? null : await redis.hget(KEYS.graph('task', oldest), 'availableAt');
  const busy = await redis.zrange(KEYS.graph('state', 'running'), 0, String(MAX_BUSY_TASKS - 1));
  const pipeline = redis.pipeline();
  for (const id of busy) pipeline.hmget(KEYS.graph('task', id), 'worker', 'claimedAt');
  const workers = new Map<string, { tasks: number; since: number }>();
  for (const [, values] of (await pipeline.exec()) ?? []) {
    const [worker, claimedAt] = values as (string | null)[];
    if (!worker) continue;
    const known = workers.get(worker) ?? { tasks: 0, since: Infinity };
    workers.set(worker, { tasks: known.tasks + 1, since: Math.min(known.since, Number(claimedAt)) });
  }
  return {
    states: Object.fromEntries(TASK_STATES.map((state, i) => [state, counts[i] ?? 0])) as Record<TaskState, number>,
    graphs,
    oldestWaitingSeconds: since === null ? undefined : Math.max(0, (nowMs - Number(since)) / 1000),
    workers: [...workers]
      .map(([worker, { tasks, since: first }]) => ({ name: workerName(worker), tasks, since: isoTime(first) }))
      .sort((a, b) => b.tasks - a.tasks),
  };
}
