import type { Redis } from 'ioredis';
import { readDetachedEnd, type DetachedEndpoint, type DetachedEnd } from '@/core/detachedTask';
import type { Log } from '@/platform/log';
import { Consumer } from '@/platform/redis/consumer';
import { KEYS } from '@/platform/redis/keys';
import { finish, fromGroup, type GroupOptions, type StreamEntry } from '@/platform/redis/readers';
import { troubleOf } from '@/platform/redis/trouble';

/**
 * Reads the ends of detached tasks, one an endpoint: a stream that all fronts read as one group, so that each end comes to
 * one of them. It is acknowledged, and removed, when the handler has resolved. What a front took and did not
 * acknowledge (it died, or its handler failed) is taken over after a while.
 */

interface DetachedConsumerOptions {
  readonly front: string;
  readonly connect: () => Redis;
  readonly log: Log;
}

type Handler = (end: DetachedEnd) => Promise<void>;

const GROUP = 'fronts';
const AT_ONCE = 32;
/** Longer than any handler takes, and short enough that nobody gives up waiting. */
const TAKE_OVER_MS = 4000;

export class DetachedConsumer {
  private readonly open = new Map<DetachedEndpoint, Consumer<StreamEntry[]>>();

  constructor(private readonly options: DetachedConsumerOptions) {}

  listen(endpoint: DetachedEndpoint, handler: Handler): () => Promise<void> {
    const { front, connect, log } = this.options;
    const group: GroupOptions = {
      stream: KEYS.detachedEnds(endpoint),
      group: GROUP,
      consumer: front,
      atOnce: AT_ONCE,
      takeOverMs: TAKE_OVER_MS,
    };
    const consumer = new Consumer({
      what: `ends of ${endpoint}`,
      redis: connect(),
      read: fromGroup(group),
      handle: async (entries, redis) => {
        await Promise.all(
          entries.map((entry) => this.handle(endpoint, entry, handler, () => finish(redis, group, entry[0]))),
        );
      },
      log,
    });
    consumer.start();
    this.open.set(endpoint, consumer);
    return () => consumer.stop();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.open.values()].map((consumer) => consumer.stop()));
  }

  private async handle(
    endpoint: DetachedEndpoint,
    [entry, fields]: StreamEntry,
    handler: Handler,
    done: () => Promise<void>,
  ): Promise<void> {
    const { log } = this.options;
    const end = readDetachedEnd(fields[1] ?? '');
    if (!end) log.error({ endpoint, entry }, 'an end nobody can read is dropped');
    try {
      if (end) await handler(end);
      await done();
    } catch (error) {
      // It comes again.
      if (!troubleOf(error)) log.error({ endpoint, task: end?.id, err: error }, 'an end was not taken');
    }
  }
}
