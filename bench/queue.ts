import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import type { StoredTask } from '@/core/task';
import { KEYS } from '@/platform/redis/keys';
import { startRedis } from '@/test/parts';
import { startProduct, type Product } from '@/test/product';
import { RawSocket } from '@/test/socket';
import { until } from '@/test/until';
import { percentile, type Section } from './report';

/**
 * The way of a task through the line, as its client sees it, over a bare spawn: from `start` sent to the first sign of
 * its process; and from the end of one task to the first sign of the next, with nobody and with many behind it.
 */

/** Ends at once and draws nothing; what is measured is the way there. */
const SOURCE = 'write("x");';
/** Long enough for whoever cleans up behind the task before it. */
const SHORT_SOURCE = 'usleep(300000);';
const ENDLESS_SOURCE = 'while (true) usleep(1000);';
const FRONT_SECONDS = 3600;

export async function measureQueue(rounds: number, waiting: number): Promise<Section> {
  const redis = await startRedis();
  const unlimited = ['--backends', '1', '--log-level', 'warn', '--max-predicted-wait-seconds', '0'];
  const own = ['--redis-url', redis.url, '--self-check-every', '0', '--trusted-proxies', '127.0.0.1,::1'];
  const product = await startProduct([...unlimited, ...own]);
  const [spawns, starts]: [number[], number[]] = [[], []];
  try {
    for (let i = 0; i < rounds; i += 1) {
      spawns.push(await bareSpawn());
      starts.push(await startOf(product));
      // An idle server has a jail that waits.
      await sleep(400);
    }
    const spawned = percentile(spawns, 0.5);
    const over = (what: string, milliseconds: readonly number[], most: number): Section['rows'][number] => {
      const half = percentile(milliseconds, 0.5);
      return [
        `${what}, p50`,
        `${half.toFixed(1)} ms, ${(half - spawned).toFixed(1)} over the spawn`,
        `at most ${most} ms over`,
      ];
    };
    return {
      title: 'The way through the line',
      rows: [
        ['bare spawn of a process, p50', `${spawned.toFixed(1)} ms`, ''],
        over('submit to permit to process start', starts, 5),
        over('end of one to the start of the next', await measureGaps(product, redis.url, rounds, 0), 4),
        over(`the same with ${waiting} waiting behind`, await measureGaps(product, redis.url, rounds, waiting), 4),
      ],
    };
  } finally {
    await product.stop();
    redis.stop();
  }
}

/** One task holds the only backend until all others are in the queue; those behind belong to a front only Redis knows. */
async function measureGaps(product: Product, redisUrl: string, rounds: number, behind: number): Promise<number[]> {
  const holder = await begin(product, 0, ENDLESS_SOURCE);
  await holder.wait('output');
  const sockets: RawSocket[] = [];
  for (let i = 1; i <= rounds + 1; i += 1) sockets.push(await begin(product, i, SHORT_SOURCE));
  // Estimates come some time after the task is in the queue, and all at once.
  await Promise.all(sockets.map((socket) => socket.wait('queue')));
  const watched = sockets.map(watch);
  const redis = new Redis(redisUrl);
  const front = `f-${randomUUID()}`;
  await redis.set(KEYS.front(front), '1', 'EX', FRONT_SECONDS);
  for (let i = 0; i < behind; i += 1) await submit(redis, front, randomUUID());
  await until('all are in the queue', async () => (await redis.xlen(KEYS.incoming)) === 0, 120_000);
  holder.socket.close();
  const times = (await Promise.all(watched)).sort((one, other) => one.startedAt - other.startedAt);
  redis.disconnect();
  // The first still feels how the queue was filled.
  return times.slice(2).map(({ startedAt }, i) => startedAt - (times[i + 1]?.endedAt ?? NaN));
}

/** Everybody comes from an address of their own: nobody waits in a lane. */
async function begin(product: Product, visitor: number, source: string): Promise<RawSocket> {
  const address = `10.1.${visitor >> 8}.${visitor & 255}`;
  const socket = await RawSocket.open(product, undefined, undefined, { 'x-forwarded-for': address });
  socket.add('main.asy', `${source} // ${Math.random()}`);
  return socket.send('start', { main: 'main.asy' });
}

async function watch(socket: RawSocket): Promise<{ startedAt: number; endedAt: number }> {
  await socket.wait('output');
  const startedAt = performance.now();
  await socket.wait('complete');
  return { startedAt, endedAt: performance.now() };
}

async function submit(redis: Redis, front: string, id: string): Promise<void> {
  const task: StoredTask = {
    ...{ id, kind: 'render', main: 'main.asy', options: DEFAULT_SUBMISSION_OPTIONS, front },
    ...{ client: id, address: id, createdAtMs: Date.now() },
  };
  await redis
    .multi()
    .hset(KEYS.taskFiles(id), { 'main.asy': SOURCE })
    .xadd(KEYS.incoming, '*', 'message', JSON.stringify({ type: 'submitted', task }))
    .exec();
}

function bareSpawn(): Promise<number> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const child = spawn('true', { stdio: 'ignore' });
    child.once('exit', () => resolve(performance.now() - startedAt));
  });
}

/** The empty first output comes when the process has started. */
async function startOf(product: { readonly url: string }): Promise<number> {
  const socket = await RawSocket.open(product);
  socket.add('main.asy', `${SOURCE} // ${Math.random()}`);
  const startedAt = performance.now();
  socket.send('start', { main: 'main.asy' });
  await socket.wait('output');
  const took = performance.now() - startedAt;
  await socket.closed();
  return took;
}
