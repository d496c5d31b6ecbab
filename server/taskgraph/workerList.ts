import type { Redis } from 'ioredis';
import { success, type Result } from '@/core/result';
import type { WorkerDocument } from '@/core/taskgraph/serviceSchema';
import { KEYS } from '@/platform/redis/keys';
import { isoTime, workerName } from './storedTask';

/** The workers outside that were heard of within the last lease, and what they hold (docs/task-graph.md, 8). */

interface Held {
  readonly id: string;
  readonly memory_bytes: number;
  readonly cores: number;
  readonly gpus: number;
}

const TASKS_AT_ONCE = 500;

/** In the order of their keys; the cursor is the last one of a page. */
export async function listWorkers(
  redis: Redis,
  leaseMs: number,
  { limit, cursor = '' }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Result<{ items: WorkerDocument[]; next: string | null }>> {
  const [seconds = 0] = await redis.time();
  const heard = await redis.zrangebyscore(KEYS.graph('workers'), seconds * 1000 - leaseMs, '+inf', 'WITHSCORES');
  const after = Buffer.from(cursor, 'base64url').toString();
  const workers = Array.from({ length: heard.length / 2 }, (_, i) => [heard[2 * i] ?? '', heard[2 * i + 1]] as const)
    .filter(([key]) => key > after)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const page = workers.slice(0, limit);
  const held = await heldTasks(redis, new Set(page.map(([key]) => key)));
  const items = page.map(([key, heardAt]) => document(key, heardAt ?? 0, held.get(key) ?? []));
  const last = workers.length > limit ? page.at(-1)?.[0] : undefined;
  return success({ items, next: last === undefined ? null : Buffer.from(last).toString('base64url') });
}

/** By worker, the end of the lease that is next first. */
async function heldTasks(redis: Redis, workers: ReadonlySet<string>): Promise<Map<string, Held[]>> {
  const held = new Map<string, Held[]>();
  const ids = await redis.zrange(KEYS.graph('leases'), 0, '-1');
  for (let at = 0; at < ids.length; at += TASKS_AT_ONCE) {
    const part = ids.slice(at, at + TASKS_AT_ONCE);
    const pipeline = redis.pipeline();
    for (const id of part) pipeline.hmget(KEYS.graph('task', id), 'worker', 'memory', 'cores', 'gpus');
    const answers = (await pipeline.exec()) ?? [];
    for (const [i, id] of part.entries()) {
      const [worker, memory, cores, gpus] = (answers[i]?.[1] ?? []) as (string | null)[];
      if (!worker || !workers.has(worker)) continue;
      const task = { id, memory_bytes: Number(memory), cores: Number(cores), gpus: Number(gpus) };
      held.set(worker, [...(held.get(worker) ?? []), task]);
    }
  }
  return held;
}

function document(key: string, heardAt: number | string, held: readonly Held[]): WorkerDocument {
  const sum = (name: 'memory_bytes' | 'cores' | 'gpus') => held.reduce((total, task) => total + task[name], 0);
  return {
    worker: workerName(key),
    token: key.slice(0, key.indexOf('/')),
    heard_at: isoTime(heardAt),
    tasks: held.map(({ id }) => id),
    resources: { memory_bytes: sum('memory_bytes'), cores: sum('cores'), gpus: sum('gpus') },
  };
}
