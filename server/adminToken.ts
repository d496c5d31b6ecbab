import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { KEYS } from '@/platform/redis/keys';

/** The first admin token: as configured, or made once and kept. */
export async function adminToken(redis: Redis, configured: string | undefined): Promise<string> {
  if (configured !== undefined) return configured;
  await redis.set(KEYS.adminToken, randomBytes(24).toString('base64url'), 'NX');
  return (await redis.get(KEYS.adminToken)) ?? '';
}
