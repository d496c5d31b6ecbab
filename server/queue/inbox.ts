import { setImmediate } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { frontWord, readWord, type FrontWord } from '@/core/words';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';

/** A front's list in Redis, through which the scheduler and the backends talk to it. */

export interface InboxOptions {
  readonly front: string;
  /** Waits for words, so it serves nothing else. */
  readonly ear: Redis;
  readonly log: Log;
}

const LISTEN_SECONDS = 5;
const WORDS_AT_ONCE = 50;

export class Inbox {
  private stopped = false;

  constructor(
    private readonly options: InboxOptions,
    private readonly hear: (word: FrontWord) => void,
  ) {}

  async listen(): Promise<void> {
    const { ear, front, log } = this.options;
    const key = KEYS.frontInbox(front);
    while (!this.stopped) {
      try {
        const first = await ear.blpop(key, LISTEN_SECONDS);
        if (!first) continue;
        this.read(first[1]);
        for (const text of (await ear.lpop(key, WORDS_AT_ONCE)) ?? []) {
          // One word may be for many clients; whoever else has something to do gets a turn in between.
          await setImmediate();
          this.read(text);
        }
      } catch (error) {
        if (!this.stopped)
          log.warn({ err: error instanceof Error ? error.message : error }, 'listening was interrupted');
      }
    }
  }

  stop(): void {
    this.stopped = true;
    this.options.ear.disconnect();
  }

  /** Whatever goes wrong with one word, those behind it are taken off the list already and must be heard. */
  private read(text: string): void {
    const word = readWord(frontWord, text);
    if (!word) return this.options.log.error({ text }, 'a word nobody knows is dropped');
    try {
      this.hear(word);
    } catch (error) {
      this.options.log.error({ err: error, word: word.type }, 'bug: a word could not be acted on');
    }
  }
}
