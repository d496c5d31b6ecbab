import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import { describeStore } from '@/core/periodic/store.suite';
import type { StoreWorld } from '@/core/periodic/store.world';
import { redisAnswers } from '@/platform/redis/embedded';
import { RedisStore } from './redisStore';

/** docs/periodic.md, 1 to 8, over a real Redis: the same suite as the store in memory. */

const folder = mkdtempSync(path.join(tmpdir(), 'asyground-periodic-'));
const socket = path.join(folder, 'redis.sock');
let server: ChildProcess;
beforeAll(async () => {
  server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', ''], { stdio: 'ignore' });
  await redisAnswers(socket, AbortSignal.timeout(20_000));
});
afterAll(() => {
  server.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

let fronts = 0;

function connect(): Redis {
  return new Redis({ path: socket, autoResendUnfulfilledCommands: false });
}

async function openWorld(count: number): Promise<StoreWorld> {
  const time = { nowMilliseconds: 1_700_000_000_400 };
  const open = async (isAlone: boolean) => {
    fronts += 1;
    const nowMilliseconds = () => time.nowMilliseconds;
    const store = new RedisStore({ front: `f${fronts}`, redis: connect(), ear: connect(), isAlone, nowMilliseconds });
    await store.start();
    return store;
  };
  const clean = connect();
  await clean.flushall();
  clean.disconnect();
  const first = await open(count === 1);
  const stores: [RedisStore, ...RedisStore[]] = [first];
  while (stores.length < count) stores.push(await open(false));
  return {
    stores,
    nowMilliseconds: () => time.nowMilliseconds,
    advance: async (milliseconds) => {
      time.nowMilliseconds += milliseconds;
      for (const store of stores) await store.tick();
    },
    restart: async () => {
      const next = await open(true);
      stores.push(next);
      return next;
    },
    close: async () => {
      for (const store of stores) await store.close();
    },
  };
}

describeStore('jobs in Redis, one front', () => openWorld(1), 25);
describeStore('jobs in Redis, three fronts', () => openWorld(3), 25);
