import { setImmediate } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { frontMessage, readMessage, type FrontMessage } from '@/core/messages';
import type { Log } from '@/platform/log';
import { Consumer } from '@/platform/redis/consumer';
import { KEYS } from '@/platform/redis/keys';
import { fromOwnStream, type StreamEntry } from '@/platform/redis/readers';

/** A front's stream in Redis, through which the scheduler and the backends talk to it. */

interface InboxOptions {
  readonly front: string;
  /** Waits for messages, so it serves nothing else. */
  readonly blockingRedis: Redis;
  readonly log: Log;
}

const WORDS_AT_ONCE = 50;

export class Inbox {
  private readonly consumer: Consumer<StreamEntry[]>;

  constructor(
    private readonly options: InboxOptions,
    private readonly hear: (message: FrontMessage) => void,
  ) {
    const { front, blockingRedis: redis, log } = options;
    const read = fromOwnStream(KEYS.frontInbox(front), WORDS_AT_ONCE);
    this.consumer = new Consumer({ what: 'inbox', redis, read, handle: (entries) => this.take(entries), log });
  }

  listen(): void {
    this.consumer.start();
  }

  stop(): Promise<void> {
    return this.consumer.stop();
  }

  private async take(entries: readonly StreamEntry[]): Promise<void> {
    for (const [, fields] of entries) {
      this.read(fields[1] ?? '');
      // One message may be for many clients; whoever else has something to do gets a turn in between.
      if (entries.length > 1) await setImmediate();
    }
  }

  /** Whatever goes wrong with one message, those behind it must be heard. */
  private read(text: string): void {
    const message = readMessage(frontMessage, text);
    if (!message) return this.options.log.error({ text }, 'a message nobody knows is dropped');
    try {
      this.hear(message);
    } catch (error) {
      this.options.log.error({ err: error, message: message.type }, 'bug: a message could not be acted on');
    }
  }
}
