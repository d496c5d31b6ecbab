import type { Redis } from 'ioredis';
import { readRecordEnd, type RecordDoor, type RecordEnd } from '@/core/record';
import type { Log } from '@/platform/log';
import { Consumer } from '@/platform/redis/consumer';
import { KEYS } from '@/platform/redis/keys';
import { finish, fromGroup, type GroupOptions, type StreamEntry } from '@/platform/redis/readers';
import { troubleOf } from '@/platform/redis/trouble';

/**
 * Ears for the ends of records' tasks, one a door: a stream that all fronts read as one group, so that each end comes to
 * one of them. It is acknowledged, and removed, when the handler has resolved. What a front took and did not
 * acknowledge (it died, or its handler failed) is taken over after a while.
 */

export interface EarsOptions {
  readonly front: string;
  readonly connect: () => Redis;
  readonly log: Log;
}

type Handler = (end: RecordEnd) => Promise<void>;

const GROUP = 'fronts';
const AT_ONCE = 32;
/** Longer than any handler takes, and short enough that nobody gives up waiting. */
const TAKE_OVER_MILLISECONDS = 4000;

export class RecordEars {
  private readonly open = new Map<RecordDoor, Consumer<StreamEntry[]>>();

  constructor(private readonly options: EarsOptions) {}

  listen(door: RecordDoor, handler: Handler): () => Promise<void> {
    const { front, connect, log } = this.options;
    const group: GroupOptions = {
      stream: KEYS.recordEnds(door),
      group: GROUP,
      consumer: front,
      atOnce: AT_ONCE,
      takeOverMilliseconds: TAKE_OVER_MILLISECONDS,
    };
    const consumer = new Consumer({
      what: `ends of ${door}`,
      redis: connect(),
      read: fromGroup(group),
      handle: async (entries, redis) => {
        await Promise.all(
          entries.map((entry) => this.handle(door, entry, handler, () => finish(redis, group, entry[0]))),
        );
      },
      log,
    });
    consumer.start();
    this.open.set(door, consumer);
    return () => consumer.stop();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.open.values()].map((consumer) => consumer.stop()));
  }

  private async handle(
    door: RecordDoor,
    [entry, fields]: StreamEntry,
    handler: Handler,
    done: () => Promise<void>,
  ): Promise<void> {
    const { log } = this.options;
    const end = readRecordEnd(fields[1] ?? '');
    if (!end) log.error({ door, entry }, 'an end nobody can read is dropped');
    try {
      if (end) await handler(end);
      await done();
    } catch (error) {
      // It comes again.
      if (!troubleOf(error)) log.error({ door, task: end?.id, err: error }, 'an end was not taken');
    }
  }
}
