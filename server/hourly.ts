import type { Redis } from 'ioredis';
import { failure, type Failure } from '@/core/errors';
import { KEYS } from '@/platform/redis/keys';

/** How much somebody may have in an hour, in number or in bytes, counted for all fronts together. */

const HOUR_SECONDS = 3600;

interface HourlyLimit {
  /** Plural, for the sentence; such as `bytes of artifacts`. */
  readonly what: string;
  readonly most: number;
}

export async function takeHourly(
  redis: Redis,
  { what, most }: HourlyLimit,
  who: string,
  amount = 1,
  nowMs = Date.now(),
): Promise<Failure | undefined> {
  const hour = Math.floor(nowMs / 1000 / HOUR_SECONDS);
  const key = KEYS.hourly(what, who, hour);
  const [[, count] = []] = (await redis.multi().incrby(key, amount).expire(key, HOUR_SECONDS).exec()) ?? [];
  if (Number(count) <= most) return undefined;
  const wait = Math.ceil((hour + 1) * HOUR_SECONDS - nowMs / 1000);
  return failure('too-often', `At most ${most} ${what} an hour are allowed; try again in ${wait} s.`, wait);
}
