import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll } from 'vitest';
import { redisAnswers } from '@/platform/redis/embedded';
import type { Budget } from './ownerStore';

/** For tests that are not about it. */
export const AMPLE_ROOM: Budget = { ofOwner: 10_000, inAll: 10_000, address: '', ofAddress: 0 };

/** A Redis of its own for the tests of a file. */
export function useRedis() {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-graph-'));
  const socket = path.join(folder, 'redis.sock');
  const opened: Redis[] = [];
  let server: ChildProcess;
  beforeAll(async () => {
    server = spawn('redis-server', ['--port', '0', '--unixsocket', socket, '--save', ''], { stdio: 'ignore' });
    await redisAnswers(socket, AbortSignal.timeout(20_000));
  });
  afterAll(() => {
    for (const redis of opened) redis.disconnect();
    server.kill('SIGKILL');
    rmSync(folder, { recursive: true });
  });
  const connect = () => {
    const redis = new Redis({ path: socket, maxRetriesPerRequest: null });
    redis.on('error', () => undefined);
    opened.push(redis);
    return redis;
  };
  /** As an operator would write it. */
  const url = `unix://${socket}`;
  return { connect, url };
}
