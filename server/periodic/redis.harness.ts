import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { StoreEvent } from '@/core/periodic/store';
import { redisAnswers } from '@/platform/redis/embedded';
import type { LinkOptions } from './link';
import { RedisStore } from './redisStore';

/** A Redis for the tests of a file, and stores on it as several fronts would have them. */

interface TestFront {
  readonly store: RedisStore;
  readonly redis: Redis;
  readonly events: StoreEvent[];
}

export function useRedis(flags: readonly string[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-periodic-'));
  const socket = path.join(folder, 'redis.sock');
  const stores: RedisStore[] = [];
  let server: ChildProcess;
  let fronts = 0;
  beforeAll(async () => {
    const args = ['--port', '0', '--unixsocket', socket, '--save', '', ...flags];
    server = spawn('redis-server', args, { stdio: 'ignore' });
    await redisAnswers(socket, AbortSignal.timeout(20_000));
  });
  afterEach(async () => {
    for (const store of stores.splice(0)) await store.close();
  });
  afterAll(() => {
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  const connect = () => {
    const redis = new Redis({ path: socket, autoResendUnfulfilledCommands: false, maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    return redis;
  };
  const clean = async () => {
    const redis = connect();
    await redis.flushall();
    redis.disconnect();
  };
  const openFront = async (options: Partial<LinkOptions> = {}): Promise<TestFront> => {
    fronts += 1;
    const redis = connect();
    const store = new RedisStore({ front: `f${fronts}`, redis, blockingRedis: connect(), isAlone: false, ...options });
    const events: StoreEvent[] = [];
    store.subscribe((event) => events.push(event));
    await store.start();
    stores.push(store);
    return { store, redis, events };
  };
  return { connect, clean, openFront };
}
