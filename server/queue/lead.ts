import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { QUEUE_LIMITS } from '@/core/limits';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';

/**
 * One scheduler leads at a time (docs/queue.md, 11): a lease in Redis that the leader renews. Each lead has a term of its
 * own, which stands in Redis and in everything the leader tells a worker: a leader that was replaced while it slept is
 * not listened to. Terms are compared, never ordered, so that data which went backwards does no harm.
 */

export interface Lead {
  /** How often the lead has changed, for people. */
  readonly epoch: number;
  readonly term: string;
}

const lead = loadScript('lead');
const release = loadScript('release');
const LEASE_MS = QUEUE_LIMITS.schedulerLeaseSeconds * 1000;

/**
 * The lead that `id` has, or nothing if another leads. Call it again well before the lease ends. An id may end with the
 * place it has, as in `s-1@host`: whoever had that place before is gone, and is not waited for.
 */
export async function takeLead(redis: Redis, id: string): Promise<Lead | undefined> {
  const keys = [KEYS.leader, KEYS.epoch, KEYS.term];
  const place = id.includes('@') ? id.slice(id.indexOf('@')) : '';
  const answer = (await lead.run(redis, keys, [id, LEASE_MS, randomUUID(), place])) as [string, string] | null;
  return answer === null ? undefined : { epoch: Number(answer[0]), term: answer[1] };
}

/** An orderly stop leaves the lead free at once. */
export async function leaveLead(redis: Redis, id: string): Promise<void> {
  await release.run(redis, [KEYS.leader], [id]);
}
