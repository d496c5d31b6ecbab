import type { Redis } from 'ioredis';
import { failure, type Failure } from '@/core/errors';
import { KEYS } from '@/platform/redis/keys';

/** How often somebody may do something in an hour, counted for all fronts together. */

const HOUR_SECONDS = 3600;

export async function takeOne(
  redis: Redis,
  what: string,
  who: string,
  most: number,
  nowMs = Date.now(),
): Promise<Failure | undefined> {
  const hour = Math.floor(nowMs / 1000 / HOUR_SECONDS);
  const key = KEYS.hourly(what, who, hour);
  const [[, count] = []] = (await redis.multi().incr(key).expire(key, HOUR_SECONDS).exec()) ?? [];
  if (Number(count) <= most) return undefined;
  const wait = Math.ceil((hour + 1) * HOUR_SECONDS - nowMs / 1000);
  return failure('too-often', `At most ${most} ${what} an hour are allowed; try again in ${wait} s.`, wait);
}
