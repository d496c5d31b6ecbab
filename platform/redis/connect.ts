import { Redis, type RedisOptions } from 'ioredis';
import { failure, type Failure } from '@/core/errors';
import type { Log } from '../log';

/**
 * Connections to the one Redis (or Valkey) that the product stands on.
 *
 * An address is a redis:// or rediss:// URL, or unix:///path for the embedded one. Commands wait while Redis is away
 * and go through when it is back: nobody above this file handles a reconnect.
 */

const MIN_VERSION = 7;
const RETRY_MILLISECONDS = { first: 50, most: 1000 };

export function redisOptions(url: string): RedisOptions {
  const shared: RedisOptions = {
    maxRetriesPerRequest: null,
    enableReadyCheck: true,
    retryStrategy: (tries) => Math.min(RETRY_MILLISECONDS.most, RETRY_MILLISECONDS.first * tries),
  };
  const address = new URL(url);
  if (address.protocol === 'unix:') return { ...shared, path: decodeURIComponent(address.pathname) };
  return {
    ...shared,
    host: address.hostname,
    port: address.port === '' ? 6379 : Number(address.port),
    ...(address.username ? { username: decodeURIComponent(address.username) } : {}),
    ...(address.password ? { password: decodeURIComponent(address.password) } : {}),
    ...(address.pathname.length > 1 ? { db: Number(address.pathname.slice(1)) } : {}),
    ...(address.protocol === 'rediss:' ? { tls: {} } : {}),
  };
}

/** A connection that logs when it is lost and when it is back, once each. */
export function connectRedis(url: string, log: Log, more: RedisOptions = {}): Redis {
  const redis = new Redis({ ...redisOptions(url), ...more });
  let lost = false;
  redis.on('error', (error: Error) => {
    if (!lost) log.warn({ err: error.message }, 'redis is away');
    lost = true;
  });
  redis.on('ready', () => {
    if (lost) log.info('redis is back');
    lost = false;
  });
  return redis;
}

/** Refuses a server that is too old or that may throw our keys away. */
export async function checkRedis(redis: Redis): Promise<Failure | undefined> {
  const info = await redis.info();
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
