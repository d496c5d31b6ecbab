import { setTimeout as pause } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { REDIS_ABSENCE } from '@/core/limits';
import type { Log } from '../log';
import { troubleOf } from './trouble';

/**
 * Reads messages from Redis over a connection of its own and hands them on, until it is stopped. How they are read, and
 * what is promised of them, is the reader's part (readers.ts).
 *
 * **reading** -> something was read: it is handed on, and only then the next is read
 *             -> a read failed: that is logged, once -> **pausing**
 * **pausing** -> the pause is over: each is twice as long as the one before, up to a limit -> **reading**
 * A connection that is lost while a read waits opens again by itself, and the read goes on. One whose read is not
 * answered long after it should have been is opened anew: the other side may be gone without a message.
 */

/** Blocks for at most `REDIS_ABSENCE.blockMs`. Nothing: nothing came. */
export type Read<T> = (redis: Redis) => Promise<T | undefined>;

interface ConsumerOptions<T> {
  /** For the log: what is read. */
  readonly what: string;
  /** Blocked most of the time, so it serves nothing else. Closed with the consumer. */
  readonly redis: Redis;
  readonly read: Read<T>;
  /** Whatever it needs from the same connection it may ask for. */
  readonly handle: (message: T, redis: Redis) => Promise<void> | void;
  /** A message could not be acted on; unless told otherwise that is a bug, and those behind it are handed on. */
  readonly onFailed?: (error: unknown) => void;
  readonly log: Log;
}

const ANSWER_MS = 2 * REDIS_ABSENCE.blockMs;

export class Consumer<T> {
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;
  private failures = 0;

  constructor(private readonly options: ConsumerOptions<T>) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Resolves when nothing is handed on any more. What is blocked is cut off at once. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.options.redis.disconnect();
    await this.running;
  }

  private async run(): Promise<void> {
    const { handle, redis, log, what } = this.options;
    const onFailed =
      this.options.onFailed ??
      ((error: unknown) => log.error({ err: error, what }, 'bug: a message could not be acted on'));
    while (!this.stopping.signal.aborted) {
      const message = await this.next();
      if (message === undefined || this.stopping.signal.aborted) continue;
      try {
        await handle(message, redis);
      } catch (error) {
        if (!this.stopping.signal.aborted) onFailed(error);
      }
    }
  }

  private async next(): Promise<T | undefined> {
    const { read, redis, log, what } = this.options;
    const late = setInterval(() => redis.disconnect(true), ANSWER_MS);
    try {
      const message = await read(redis);
      if (this.failures > 0) log.info({ what }, 'messages are read again');
      this.failures = 0;
      return message;
    } catch (error) {
      clearInterval(late);
      if (this.stopping.signal.aborted) return undefined;
      if (this.failures === 0) log.warn({ what, ...logFieldsOf(error) }, 'messages cannot be read; trying again');
      this.failures += 1;
      // It rejects only when the consumer is stopped.
      await pause(pauseAfter(this.failures), undefined, { signal: this.stopping.signal }).catch(() => undefined);
      return undefined;
    } finally {
      clearInterval(late);
    }
  }
}

/** Of a Redis that takes no commands the sentence is enough. */
function logFieldsOf(error: unknown): { err: unknown } | { trouble: string } {
  const trouble = troubleOf(error);
  return trouble ? { trouble: trouble.message } : { err: error };
}

/** Not all at the same moment: half of it is chance. */
export function pauseAfter(failures: number, random = Math.random): number {
  const { firstPauseMs, mostPauseMs } = REDIS_ABSENCE;
  const whole = Math.min(mostPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 20));
  return whole * (0.5 + random() / 2);
}
