import type { Redis } from 'ioredis';
import * as z from 'zod';
import type { RunTime } from '@/core/schedule/history';
import type { Level } from '@/core/schedule/levels';
import { className, lineClasses, type TaskClass } from '@/core/schedule/taskClass';
import { readMessage } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';

/** Recent run times as they were kept, for the estimates of a new leader (docs/queue.md, 14). */

const runTime = z.object({ seconds: z.number().nonnegative(), cutShort: z.boolean() });

export async function readHistory(
  redis: Redis,
  levels: readonly Level[],
): Promise<(readonly [TaskClass, RunTime[]])[]> {
  return Promise.all(
    lineClasses(levels).map(async (taskClass) => {
      const texts = await redis.lrange(KEYS.history(className(taskClass, levels)), 0, -1);
      // Newest first in Redis, oldest first here.
      return [taskClass, texts.reverse().flatMap((text) => readMessage(runTime, text) ?? [])] as const;
    }),
  );
}
