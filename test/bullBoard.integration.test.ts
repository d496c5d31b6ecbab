import { inspect } from 'node:util';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueueState } from '@/core/admin/queueState';
import { PREFIX } from '@/platform/redis/keys';
import { LANE_QUEUE } from '@/platform/redis/taskQueues';
import { AdminClient } from './admin';
import { startPartAlone, startRedis, type RunningPart, type RunningRedis } from './parts';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/**
 * docs/queue.md, 10: the queues are the truth. A dashboard that knows nothing of us, pointed at our Redis, sees what the
 * admin page shows: as many in each state, in the same order.
 */

/** What a worker draws while it still warms up has time for it. */
const LEVELS = [20, 30, 40] as const;
const CLASSES = ['fast', '30s', '40s', 'default', 'batch', 'interactive'];
const FIGURE = 'draw((0,0)--(9,9));';
const STATES = ['waiting', 'active'] as const;

let redis: RunningRedis;
let connection: Redis;
let product: Product;
let admin: AdminClient;
let board: Map<string, BullMQAdapter>;
let schedulers: RunningPart[];
let worker: RunningPart;
const waiting: RawSocket[] = [];

const startWorker = () => startPartAlone(['--role', 'worker', '--backends', '2', '--redis-url', redis.url]);
/** Two slow ones may run, and nobody is turned away. */
const LIMITS = [
  '--levels',
  LEVELS.map((seconds) => `${seconds}:100%`).join(','),
  '--tasks-per-client',
  '5',
  '--max-predicted-wait-seconds',
  '0',
];
const startScheduler = () => startPartAlone(['--role', 'scheduler', '--redis-url', redis.url, ...LIMITS]);

beforeAll(async () => {
  redis = await startRedis();
  connection = new Redis(redis.url, { maxRetriesPerRequest: null });
  const adapter = (name: string) => new BullMQAdapter(new Queue(name, { connection, prefix: PREFIX }));
  board = new Map([...CLASSES, LANE_QUEUE].map((name) => [name, adapter(name)]));
  schedulers = [startScheduler()];
  worker = startWorker();
  const trusted = ['--trusted-proxies', '127.0.0.1,::1'];
  product = await startProduct(['--role', 'front', '--redis-url', redis.url, ...WITHOUT_CACHE, ...trusted]);
  admin = await AdminClient.signIn(product, product.adminToken);
});

afterAll(async () => {
  admin?.close();
  for (const socket of waiting) socket.socket.terminate();
  await product?.stop();
  await Promise.all([...schedulers, worker].map((part) => part.stop()));
  connection.disconnect();
  redis.stop();
});

/** By class: ids of those that wait, in the order of their turn, and of those that run. */
async function seenByBoard(): Promise<Record<string, { waiting: string[]; active: string[] }>> {
  const rows = [...board].map(async ([name, queue]) => {
    const counts = await queue.getJobCounts();
    const [ids, active] = await Promise.all(
      STATES.map(async (state) => (await queue.getJobs([state], 0, -1)).map((job) => String(job.toJSON().id))),
    );
    expect([counts.waiting, counts.active]).toEqual([ids?.length, active?.length]);
    // A dashboard lists the newest first.
    return [name, { waiting: (ids ?? []).reverse(), active: (active ?? []).sort() }] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

function seenByAdmins(): Record<string, { waiting: string[]; active: string[] }> {
  const { tasks, classes, inLanes } = admin.see('queue') as unknown as QueueState;
  const all = Object.entries(tasks);
  const seen = Object.fromEntries(
    CLASSES.map((name) => {
      const own = all.filter(([, task]) => task.taskClass === name);
      const inOrder = own.filter(([, { state }]) => state === 'waiting');
      inOrder.sort(([, one], [, other]) => (one.place ?? 0) - (other.place ?? 0));
      const active = own.filter(([, { state }]) => state === 'running').map(([id]) => id);
      expect(classes[name]).toMatchObject({ waiting: inOrder.length, running: active.length });
      return [name, { waiting: inOrder.map(([id]) => id), active: active.sort() }];
    }),
  );
  const lanes = all.filter(([, { state }]) => state === 'lane');
  lanes.sort(([, one], [, other]) => one.submittedAtMs - other.submittedAtMs);
  expect(lanes).toHaveLength(inLanes);
  return { ...seen, [LANE_QUEUE]: { waiting: lanes.map(([id]) => id), active: [] } };
}

async function agree(what: string, atLeast: (seen: Awaited<ReturnType<typeof seenByBoard>>) => boolean): Promise<void> {
  let last: unknown;
  const look = async () => {
    try {
      const seen = await seenByBoard();
      last = seen;
      expect(seenByAdmins()).toEqual(seen);
      return atLeast(seen);
    } catch (error) {
      last = error;
      return false;
    }
  };
  await until(what, look, 30_000).catch((error: unknown) => {
    throw new Error(`${what}: last seen ${inspect(last, { depth: 5 })}`, { cause: error });
  });
}

async function replaceScheduler(): Promise<void> {
  await schedulers.pop()?.stop('SIGKILL');
  schedulers.push(startScheduler());
  await until('another leads', () => schedulers.at(-1)?.log().includes('this scheduler leads') ?? false);
}

async function submit(source: string, duration: number | undefined, client: number): Promise<RawSocket> {
  const socket = await RawSocket.open(product, undefined, undefined, { 'x-forwarded-for': `192.0.2.${client}` });
  socket.add('main.asy', source);
  if (duration !== undefined) socket.send('options', { duration });
  socket.send('start', { main: 'main.asy' });
  return socket;
}

const count = (seen: Record<string, { waiting: string[]; active: string[] }>, state: 'waiting' | 'active') =>
  Object.values(seen).reduce((sum, row) => sum + row[state].length, 0);

describe('a dashboard of somebody else', () => {
  it('sees 20 that wait and 2 that run, in the same states and the same order as the admin page', async () => {
    await until('a worker has joined', () => Object.keys((admin.see('queue.backends') ?? {}) as object).length === 2);
    for (let i = 0; i < 2; i += 1) {
      const socket = await submit('while (true) usleep(1000);', LEVELS[2], 200 + i);
      await socket.wait('output');
      waiting.push(socket);
    }
    const durations = [...LEVELS, undefined];
    // Three clients with more than their window holds: some wait in lanes.
    for (let i = 0; i < 20; i += 1) waiting.push(await submit(FIGURE, durations[i % 4], 1 + (i % 3)));
    await agree('both see 20 and 2', (seen) => count(seen, 'waiting') === 20 && count(seen, 'active') === 2);
    expect((await seenByBoard())[LANE_QUEUE]?.waiting.length).toBeGreaterThan(0);
  });

  it('after the scheduler was killed', async () => {
    await replaceScheduler();
    await agree('both see 20 and 2', (seen) => count(seen, 'waiting') === 20 && count(seen, 'active') === 2);
  });

  it('after the worker was killed: its tasks are back at the head', async () => {
    await worker.stop('SIGKILL');
    await agree('both see all of them wait', (seen) => count(seen, 'waiting') >= 20 && count(seen, 'active') === 0);
    await replaceScheduler();
    await agree('a new leader reads the same', (seen) => count(seen, 'waiting') >= 20 && count(seen, 'active') === 0);
    worker = startWorker();
    for (const socket of waiting.splice(0, 2)) socket.socket.terminate();
    for (const socket of waiting.splice(0)) expect((await socket.wait('complete')).args).toEqual({});
    await agree('both see nothing', (seen) => count(seen, 'waiting') === 0 && count(seen, 'active') === 0);
  });
});
