import type { Redis } from 'ioredis';
import { readRecordEnd, type RecordDoor, type RecordEnd } from '@/core/record';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';

/**
 * Ears for the ends of records' tasks, one a door: a stream that all fronts read as one group, so that each end comes to
 * one of them. It is acknowledged, and removed, when the handler has resolved. What a front took and did not
 * acknowledge (it died, or its handler failed) is taken over after a while.
 */

export interface EarsOptions {
  readonly front: string;
  readonly redis: Redis;
  readonly connect: () => Redis;
  readonly log: Log;
}

type Handler = (end: RecordEnd) => Promise<void>;
type Entry = [id: string, fields: string[]];

const GROUP = 'fronts';
const LISTEN_MILLISECONDS = 5000;
/** After Redis was away. */
const PAUSE_MILLISECONDS = 1000;
const AT_ONCE = 32;
/** Longer than any handler takes, and short enough that nobody gives up waiting. */
const TAKE_OVER_MILLISECONDS = 4000;

export class RecordEars {
  private readonly open = new Map<RecordDoor, () => Promise<void>>();

  constructor(private readonly options: EarsOptions) {}

  listen(door: RecordDoor, handler: Handler): () => Promise<void> {
    const ear = this.options.connect();
    let over = false;
    const listening = this.loop(door, ear, handler, () => over);
    const stop = async () => {
      over = true;
      this.open.delete(door);
      ear.disconnect();
      await listening;
    };
    this.open.set(door, stop);
    return stop;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.open.values()].map((stop) => stop()));
  }

  private async loop(door: RecordDoor, ear: Redis, handler: Handler, isOver: () => boolean): Promise<void> {
    const stream = KEYS.recordEnds(door);
    let lookedAtMs = 0;
    while (!isOver()) {
      try {
        if (Date.now() - lookedAtMs > TAKE_OVER_MILLISECONDS) {
          lookedAtMs = Date.now();
          await this.openGroup(stream);
          await this.handle(door, await this.abandoned(stream), handler);
        }
        const heard = (await ear.xreadgroup(
          'GROUP',
          GROUP,
          this.options.front,
          'COUNT',
          AT_ONCE,
          'BLOCK',
          LISTEN_MILLISECONDS,
          'STREAMS',
          stream,
          '>',
        )) as [string, Entry[]][] | null;
        await this.handle(door, heard?.[0]?.[1] ?? [], handler);
      } catch (error) {
        if (isOver()) return;
        // The group went with a Redis that lost its data: it is opened again with the next look.
        lookedAtMs = 0;
        this.options.log.warn({ door, err: error instanceof Error ? error.message : error }, 'an ear was interrupted');
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
      }
    }
  }

  private async openGroup(stream: string): Promise<void> {
    try {
      await this.options.redis.xgroup('CREATE', stream, GROUP, '0', 'MKSTREAM');
    } catch (error) {
      if (!(error instanceof Error) || !error.message.startsWith('BUSYGROUP')) throw error;
    }
  }

  private async abandoned(stream: string): Promise<Entry[]> {
    const { redis, front } = this.options;
    const [, entries] = (await redis.xautoclaim(
      stream,
      GROUP,
      front,
      TAKE_OVER_MILLISECONDS,
      '0',
      'COUNT',
      AT_ONCE,
    )) as [string, (Entry | null)[]];
    return entries.filter((entry) => entry !== null);
  }

  private async handle(door: RecordDoor, entries: readonly Entry[], handler: Handler): Promise<void> {
    const { redis, log } = this.options;
    const stream = KEYS.recordEnds(door);
    await Promise.all(
      entries.map(async ([entry, fields]) => {
        const end = readRecordEnd(fields[1] ?? '');
        if (!end) log.error({ door, entry }, 'an end nobody can read is dropped');
        try {
          if (end) await handler(end);
        } catch (error) {
          log.error(
            { door, task: end?.id, err: error instanceof Error ? error.message : error },
            'an end was not taken',
          );
          return;
        }
        await redis.multi().xack(stream, GROUP, entry).xdel(stream, entry).exec();
      }),
    );
  }
}
