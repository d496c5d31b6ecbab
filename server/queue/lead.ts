import type { Redis } from 'ioredis';
import { QUEUE_LIMITS } from '@/core/limits';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';

/**
 * One scheduler leads at a time (docs/queue.md, 11): a lease in Redis that the leader renews, with an epoch that counts
 * the changes. Every script of the scheduler compares the epoch, so a leader that was replaced while it slept can do no
 * harm.
 */

const lead = loadScript('lead');
const LEASE_MILLISECONDS = QUEUE_LIMITS.schedulerLeaseSeconds * 1000;

/** The epoch in which `id` leads, or 0 if another does. Call it again well before the lease ends. */
export async function takeLead(redis: Redis, id: string): Promise<number> {
  return Number(await lead.run(redis, [KEYS.leader, KEYS.epoch], [id, LEASE_MILLISECONDS]));
}

/** An orderly stop leaves the lead free at once. */
export async function leaveLead(redis: Redis, id: string): Promise<void> {
  if ((await redis.get(KEYS.leader)) === id) await redis.del(KEYS.leader);
}
