import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RETENTION } from '@/core/limits';
import { readDetachedEnd, DETACHED_ENDPOINTS, type DetachedEndpoint, type DetachedEnd } from '@/core/detachedTask';
import { encodeDetachedSources, detachedSourcesName } from '@/platform/blobs/detachedSources';
import type { Submission } from '@/core/submission/submission';
import type { StoredTask } from '@/core/task';
import type { SchedulerMessage } from '@/core/messages';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { BATCH_QUEUE, lockKey } from '@/platform/redis/taskQueues';
import type { Ledger } from '../ledger';
import { announce, hashOf } from './submitTask';
import { DetachedConsumer } from './detachedConsumer';
import type { Who } from './tasks';

/**
 * Detached tasks (docs/queue.md, 7 and 16): batch work that survives every connection. The backend writes
 * what it leaves to the blob store; its endpoint hears of the end on whichever front is there.
 */

interface DetachedRequest {
  readonly endpoint: DetachedEndpoint;
  /** The endpoint's own messages, given back with the end. */
  readonly reference: string;
  readonly submission: Extract<Submission, { kind: 'render' }>;
  readonly who: Who;
}

export type DetachedState =
  { readonly state: 'waiting' | 'running' } | { readonly state: 'ended'; readonly end: DetachedEnd };

interface DetachedTasksOptions {
  readonly front: string;
  readonly redis: Redis;
  /** Makes a connection for a blocking connection, which is blocked most of the time. */
  readonly connect: () => Redis;
  readonly blobs: Blobs;
  /** Limits per address and in total: those that are removed count no more. */
  readonly ledger: Ledger;
  readonly log: Log;
}

/** So many ended ones are removed at a time. */
const SWEEP = 100;

export class DetachedTasks {
  private readonly consumers: DetachedConsumer;

  constructor(private readonly options: DetachedTasksOptions) {
    this.consumers = new DetachedConsumer(options);
  }

  /** The task's id. With an id that is known already nothing happens: whoever is not sure may submit again. */
  async submit(request: DetachedRequest, id: string = randomUUID()): Promise<string> {
    const { endpoint, reference, submission, who } = request;
    const { kind, main, options, files } = submission;
    const task: StoredTask = {
      id,
      kind,
      main,
      options,
      detached: { endpoint, reference },
      ...who,
      createdAtMs: Date.now(),
      source: hashOf(files),
    };
    const { redis, blobs } = this.options;
    await blobs.put(detachedSourcesName(id), encodeDetachedSources({ main, files }));
    await announce(redis, task, new Map());
    return id;
  }

  /** A waiting one leaves the queue, a running one is killed; both end as aborted, unless they have ended already. */
  async cancel(id: string): Promise<void> {
    await this.options.redis.xadd(KEYS.incoming, '*', 'message', message({ type: 'cancelled', task: id }));
  }

  async read(id: string): Promise<DetachedState | undefined> {
    const { redis } = this.options;
    const [end, isKnown, isHeld] = await Promise.all([
      redis.get(KEYS.detachedEnd(id)),
      redis.exists(KEYS.taskFiles(id)),
      redis.exists(lockKey(BATCH_QUEUE, id)),
    ]);
    const ended = end === null ? undefined : readDetachedEnd(end);
    if (ended) return { state: 'ended', end: ended };
    if (isKnown === 0) return undefined;
    return { state: isHeld === 1 ? 'running' : 'waiting' };
  }

  /**
   * Every end of this endpoint comes to one front, again and again until the handler has resolved once. Answers how to stop
   * listening.
   */
  listen(endpoint: DetachedEndpoint, handler: (end: DetachedEnd) => Promise<void>): () => Promise<void> {
    return this.consumers.listen(endpoint, handler);
  }

  /** Removes what ended ones left, after its time, and ends that no endpoint has asked for: all of it, however much. */
  async sweep(nowMs = Date.now()): Promise<void> {
    const { redis, blobs, ledger } = this.options;
    const over = nowMs - RETENTION.detachedSeconds * 1000;
    for (const endpoint of DETACHED_ENDPOINTS) await redis.xtrim(KEYS.detachedEnds(endpoint), 'MINID', '~', over);
    for (;;) {
      const ids = await redis.zrangebyscore(KEYS.detachedKept, 0, over, 'LIMIT', 0, SWEEP);
      if (ids.length === 0) return;
      await Promise.all(ids.map((id) => blobs.removeAll(`detached/${id}`)));
      await ledger.release(...ids);
      await redis.zrem(KEYS.detachedKept, ...ids);
    }
  }

  async stop(): Promise<void> {
    await this.consumers.stop();
  }
}

function message(said: SchedulerMessage): string {
  return JSON.stringify(said);
}
