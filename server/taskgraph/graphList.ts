import { refusal, success, type Result } from '@/core/result';
import type { GraphSummary } from '@/core/taskgraph/serviceSchema';
import { TASK_STATES } from '@/core/taskgraph/state';
import { KEYS } from '@/platform/redis/keys';
import type { Parts } from './parts';
import { isoTime } from './storedTask';

/** Graphs as a list, the newest first. `owner`: whose; '' everybody's. */
export async function listGraphs(
  { redis }: Pick<Parts, 'redis'>,
  owner: string,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Result<{ items: GraphSummary[]; next: string | null }>> {
  if (cursor !== undefined && !/^\d+$/.test(cursor)) {
    return refusal({ code: 'invalid-query', message: 'cursor: expected the `next` of a page' });
  }
  const set = owner === '' ? KEYS.graph('graphs') : KEYS.graph('graphs', owner);
  const before = cursor === undefined ? '+inf' : `(${cursor}`;
  const ids = await redis.zrevrangebyscore(set, before, '-inf', 'LIMIT', 0, limit + 1);
  const page = ids.slice(0, limit);
  const items = (await Promise.all(page.map((id) => summary(redis, id)))).flatMap((found) => found ?? []);
  const last = page.at(-1);
  const next = ids.length > limit && last !== undefined ? await redis.zscore(set, last) : null;
  return success({ items, next: next === null ? null : String(next) });
}

async function summary(redis: Parts['redis'], id: string): Promise<GraphSummary | undefined> {
  const [about, ids] = await Promise.all([
    redis.hgetall(KEYS.graph('graph', id)),
    redis.zrange(KEYS.graph('graph', id, 'tasks'), 0, '-1'),
  ]);
  if (about.created === undefined) return undefined;
  const pipeline = redis.pipeline();
  for (const task of ids) pipeline.hget(KEYS.graph('task', task), 'state');
  const states = ((await pipeline.exec()) ?? []).map(([, state]) => state);
  const counts = TASK_STATES.map((state) => [state, states.filter((other) => other === state).length] as const);
  const present = Object.fromEntries(counts.filter(([, count]) => count > 0));
  return { id, tasks: ids.length, states: present, created_at: isoTime(about.created) };
}
