import { Worker as BullWorker } from 'bullmq';
import type { Redis } from 'ioredis';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { QueuedTask } from '@/core/task';
import { createLog } from '@/platform/log';
import { PREFIX } from '@/platform/redis/keys';
import { HOLD, holderToken, lockKey } from '@/platform/redis/taskQueues';

import { useRedis } from '../taskgraph/redis.harness';
import { ClassQueues } from './classQueues';

/** The scheduler's side of the queues, with a backend that takes from them, on a real Redis. */

const { connect, url } = useRedis();
const TOKEN = holderToken({ permit: 'p', backend: 'w.1', durationSeconds: 3 });
const PATIENCE = { timeout: 20_000, interval: 10 };
let redis: Redis;
let queues: ClassQueues;
let backend: BullWorker;

beforeEach(async () => {
  redis = connect();
  await redis.flushall();
  queues = new ClassQueues(url, redis, ['fast', 'batch'], createLog('test', 'silent'));
  backend = new BullWorker('fast', null, { connection: connect(), prefix: PREFIX, autorun: false, ...HOLD });
});
afterEach(async () => {
  await queues.close();
  await backend.close(true);
});

function task(id: string, number: number): QueuedTask {
  const options = { format: 'svg', stderrRedir: true, verbosity: 0 } as const;
  const from = { front: 'f', client: 'c', address: 'a', createdAtMs: 1 };
  return { id, kind: 'render', main: 'main.asy', options, ...from, number, halts: 0 };
}

const waiting = async () => {
  const ids: string[] = [];
  for await (const { task: found } of queues.waiting('fast')) ids.push(found.id);
  return ids;
};

it('shows who waits, in order, and who is held by whom', async () => {
  for (const [i, id] of ['a', 'b', 'c'].entries()) await queues.add('fast', task(id, i + 1));
  await queues.add('fast', task('a', 9));
  expect(await waiting()).toEqual(['a', 'b', 'c']);
  await backend.getNextJob(TOKEN, { block: false });
  expect(await waiting()).toEqual(['b', 'c']);
  const [held] = await queues.active('fast');
  expect(held).toMatchObject({ task: { id: 'a' }, holder: { permit: 'p', backend: 'w.1', durationSeconds: 3 } });
  expect(await queues.look()).toEqual([
    { queue: 'fast', waiting: 2, active: ['a'] },
    { queue: 'batch', waiting: 0, active: [] },
  ]);
});

it('removes who waits, and nobody whom a backend holds', async () => {
  for (const [i, id] of ['a', 'b'].entries()) await queues.add('fast', task(id, i + 1));
  await backend.getNextJob(TOKEN, { block: false });
  expect([await queues.remove('fast', 'a'), await queues.remove('fast', 'b')]).toEqual([false, true]);
});

it('hears of ends since the position it was given, and of a task that nobody holds any more', async () => {
  await queues.add('fast', task('early', 1));
  const job = await backend.getNextJob(TOKEN, { block: false });
  const from = await queues.position();
  const heard: unknown[] = [];
  await queues.listen(from, {
    ended: (id, end) => heard.push([id, end?.outcome]),
    returned: (id, restarts) => heard.push([id, restarts]),
  });
  await job?.moveToCompleted({ outcome: 'complete', runMs: 5 }, TOKEN, false);
  await vi.waitFor(() => expect(heard).toHaveLength(1), PATIENCE);
  expect(await queues.isOver('fast', 'early')).toBe(true);
  await queues.add('fast', task('lost', 2));
  const lost = await backend.getNextJob(TOKEN, { block: false });
  const id = lost?.id ?? '';
  await queues.release('fast', id, 'another');
  expect(await redis.get(lockKey('fast', id))).toBe(TOKEN);
  await queues.release('fast', id, 'w.1');
  await vi.waitFor(() => expect(heard).toHaveLength(2), PATIENCE);
  expect(heard).toEqual([
    ['early', 'complete'],
    ['lost', 1],
  ]);
  expect(await waiting()).toEqual(['lost']);
});

it('leaves alone what is no task', async () => {
  await queues.add('fast', { id: 'nonsense', kind: 'render' } as QueuedTask);
  await queues.add('fast', task('a', 1));
  expect(await waiting()).toEqual(['a']);
});
