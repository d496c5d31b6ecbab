import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import type { z } from 'zod';
import { ANSWER_SECONDS, type LeaderQuestion } from '@/core/admin/leaderQuestion';
import { readMessage, type SchedulerMessage } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';

/** Asks the leading scheduler. Its answer is looked for rather than waited for: this connection serves requests. */

const LOOK_MS = 25;

export class Leader {
  constructor(private readonly redis: Redis) {}

  /** Undefined: nobody leads, or it did not answer in time. */
  async ask<T>(question: LeaderQuestion, answer: z.ZodType<T>): Promise<T | undefined> {
    const id = randomUUID();
    const untilMs = Date.now() + ANSWER_SECONDS * 1000;
    const message: SchedulerMessage = { type: 'asked', id, question, untilMs };
    await this.redis.xadd(KEYS.incoming, '*', 'message', JSON.stringify(message));
    while (Date.now() < untilMs) {
      const text = await this.redis.lpop(KEYS.answer(id));
      if (text !== null) return readMessage(answer, text);
      await sleep(LOOK_MS);
    }
    return undefined;
  }
}
