import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeCounter } from '@/core/prc/testing/counterSuite';
import { redisAnswers } from '@/platform/redis/embedded';
import type { Lease } from '@/platform/redis/lease';
import { RedisCounter } from './redisCounter';

/** docs/parallel-requests.md, 5, 6, 9 and 10, over a real Redis: the same suite as the counter in memory. */

const folder = mkdtempSync(path.join(tmpdir(), 'asyground-prc-'));
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

async function openWorld(fronts: number, leaseMs?: number) {
  const connections = Array.from({ length: fronts * 2 }, () => new Redis({ path: socket }));
  await connections[0]?.flushall();
  const counters = Array.from({ length: fronts }, (_, i) => {
    const [redis, blockingRedis] = [connections[i * 2], connections[i * 2 + 1]];
    if (!redis || !blockingRedis) throw new Error('no connection');
    return new RedisCounter(`f${i}`, redis, blockingRedis, leaseMs);
  });
  await Promise.all(counters.map((counter) => counter.start()));
  return {
    counters: counters as [RedisCounter, ...RedisCounter[]],
    close: async () => {
      await Promise.all(counters.map((counter) => counter.stop()));
      for (const connection of connections) connection.disconnect();
    },
  };
}

describeCounter('counter in Redis, one front', () => openWorld(1), 40);
describeCounter('counter in Redis, three fronts', () => openWorld(3), 40);

describe('leases (9)', () => {
  it('a front that is gone loses its counts within its lease, and its line moves on', async () => {
    const world = await openWorld(2, 300);
    const [one, other] = world.counters;
    expect(await one.acquire({ ticket: 1, requestType: 't', limit: 1, mayWait: false, holder: 'a' })).toBe(true);
    const waiting = other?.acquire({ ticket: 1, requestType: 't', limit: 1, mayWait: true, holder: 'b' });
    // Dies without a word: no close, no more renewals.
    await (one as unknown as { lease: Lease }).lease.stop();
    expect(await waiting).toBe(true);
    expect(await other?.count('t')).toBe(1);
    await world.close();
  });
});
