import { setTimeout } from 'node:timers/promises';
import { Redis, type RedisOptions } from 'ioredis';
import { failure, type Failure } from '@/core/errors';
import { REDIS_ABSENCE } from '@/core/limits';
import type { Log } from '../log';
import { writeTogether } from '../writeTogether';
import { readAddress } from './address';
import { absenceOf, AWAY, troubleOf, type Trouble } from './trouble';

/**
 * Connections to the one Redis (or Valkey) that the product stands on.
 *
 * Commands wait while Redis is away and go through when it is back: nobody above this file handles a reconnect.
 */

const MIN_VERSION = 7;
const { firstReconnectMs, mostReconnectMs } = REDIS_ABSENCE;

export function redisOptions(url: string): RedisOptions {
  const shared: RedisOptions = {
    maxRetriesPerRequest: null,
    enableReadyCheck: true,
    retryStrategy: (tries) => Math.min(mostReconnectMs, firstReconnectMs * tries),
  };
  const address = readAddress(url);
  // Checked when the program started.
  if (!address.ok) throw new Error(address.failure.message);
  return { ...shared, ...address.value };
}

/** That it is lost and that it is back is logged once for all connections of the process. */
export function connectRedis(url: string, log: Log, more: RedisOptions = {}): Redis {
  const redis = new Redis({ ...redisOptions(url), ...more });
  redis.on('connect', () => joinCommands(redis));
  const absence = absenceOf(url, log);
  redis.on('error', (error: Error) => absence.seen(redis, troubleOf(error) ?? AWAY));
  redis.on('ready', () => absence.over(redis));
  redis.on('end', () => absence.over(redis));
  return redis;
}

/** Commands that are said in one turn leave together. */
function joinCommands({ stream }: Redis): void {
  const write = stream.write.bind(stream);
  Object.assign(stream, {
    write: (...args: Parameters<typeof write>) => {
      writeTogether(stream);
      return write(...args);
    },
  });
}

/** Refuses a server that is too old or that may throw our keys away, and one that refuses us. Waits for one that is away. */
export async function checkRedis(redis: Redis): Promise<Failure | undefined> {
  const info = await firstInfo(redis);
  if (typeof info !== 'string') return failure('config', info.message);
  const version = /^(?:valkey_version|redis_version):(\S+)/m.exec(info)?.[1] ?? 'unknown';
  if (!(Number.parseInt(version, 10) >= MIN_VERSION)) {
    return failure('config', `REDIS_URL leads to version ${version}; at least ${MIN_VERSION}.0 is needed.`);
  }
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1];
  if (policy !== undefined && policy !== 'noeviction') {
    return failure(
      'config',
      `REDIS_URL leads to a Redis with maxmemory-policy ${policy}, which may drop waiting tasks; set it to noeviction.`,
    );
  }
  return undefined;
}

/** Resolves when Redis answers and takes changes; why it does not is in the log. */
export async function untilUsable(redis: Redis): Promise<void> {
  for (;;) {
    const info = await firstInfo(redis);
    if (typeof info === 'string' && !/^role:slave/m.test(info)) return;
    await setTimeout(mostReconnectMs);
  }
}

async function firstInfo(redis: Redis): Promise<string | Trouble> {
  for (;;) {
    try {
      return await redis.info();
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble?.kind === 'password') return trouble;
      if (trouble === undefined) throw error;
      await setTimeout(mostReconnectMs);
    }
  }
}
