import { setTimeout as sleep } from 'node:timers/promises';
import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';
import { refusal, success, type Result } from '@/core/result';
import { Lease } from '@/platform/redis/lease';
import type { RepeatableRequest } from './ownerStore';
import { problemOf, type Scripts } from './scripts';

/**
 * A repeatable request for a graph, reserved by whoever carries it out (docs/task-graph.md, 12). The same request, sent
 * again, finds the graph that was made, or waits for whoever is making it.
 *
 * The fence is in `publish`: whoever was silent for too long finds another's graph in its place, and makes none.
 */

const LOOK_AGAIN_MS = 50;
const STILL_WRITTEN = 'The same request is still being carried out; send it again in a moment.';
const { repeatWaitMs } = TASK_GRAPH_LIMITS;
const writerLeaseMs: number = TASK_GRAPH_LIMITS.writerLeaseMs;

/** Gives back the id of the graph that `write` makes or an earlier request made. */
export async function onceFor(
  scripts: Scripts,
  { owner, graph, key, fingerprint }: RepeatableRequest & { readonly owner: string; readonly graph: string },
  write: () => Promise<Result<string>>,
): Promise<Result<string>> {
  const reserve = (forMs = writerLeaseMs) => scripts.ask('reserve', [graph, owner, key, fingerprint, forMs]);
  const giveUpAt = performance.now() + repeatWaitMs;
  let [answer, made] = await reserve();
  while (answer === 'held') {
    if (performance.now() > giveUpAt) return refusal({ code: 'lost-race', message: STILL_WRITTEN });
    await sleep(LOOK_AGAIN_MS);
    [answer, made] = await reserve();
  }
  if (answer === 'made') return success(String(made));
  if (answer !== 'ok') return refusal(problemOf([answer], ''));
  const lease = new Lease({ beatMs: writerLeaseMs / 4, renew: async () => (await reserve())[0] === 'ok' });
  await lease.start();
  const written = await write().finally(() => lease.stop());
  // Whoever sends it again need not wait until it has run out.
  if (!written.ok) await reserve(0);
  return written;
}
