import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { someJob } from '@/core/periodic/store.world';
import { KEYS } from '@/platform/redis/keys';
import { Contents } from '../asyonline/contents';
import { contentsChore } from './chores';
import { Desk } from './desk';
import { useRedis } from './redis.harness';

const { clean, connect, openFront } = useRedis();
const F = new Set(['f']);
const ALL = { from: 0, count: 100 };
beforeEach(clean);

async function openDesk() {
  const { store, redis } = await openFront();
  const desk = new Desk(store, redis);
  return { store, desk };
}

describe('the desk of an admin', () => {
  it('lists funcs, workers and jobs, those first that run', async () => {
    const { store, desk } = await openDesk();
    await store.serve('w', 'f', false);
    await store.serve('w', 'g', false);
    await store.submit(someJob('far', { schedAtSeconds: 4e9, runCount: 2, timeoutSeconds: 9 }));
    await store.submit(someJob('farther', { schedAtSeconds: 5e9 }));
    for (const name of ['running', 'locked', 'due']) await store.submit(someJob(name));
    await store.grab('w', F);
    await store.grab('w', F);
    await store.acquireLock('w', someJob('running'), 'l', 1);
    await store.acquireLock('w', someJob('locked'), 'l', 1);
    const jobs = await desk.jobs('f', ALL);
    expect(jobs.map(({ name, state }) => [name, state])).toEqual([
      ['running', 'running'],
      ['locked', 'locked'],
      ['due', 'due'],
      ['far', 'future'],
      ['farther', 'future'],
    ]);
    expect(jobs[0]).toMatchObject({ worker: 'w', workloadBytes: 7 });
    expect(jobs[3]).toMatchObject({ schedAtSeconds: 4e9, runCount: 2, timeoutSeconds: 9, worker: undefined });
    for (let from = 0; from < jobs.length; from += 1) {
      expect(await desk.jobs('f', { from, count: 2 })).toEqual(jobs.slice(from, from + 2));
    }
    expect(await desk.functions()).toMatchObject([
      { func: 'f', jobs: 5 },
      { func: 'g', jobs: 0 },
    ]);
    expect(await desk.workers()).toMatchObject([{ worker: 'w', funcs: ['f', 'g'], runningJobs: 1 }]);
  });

  it('runs a job now, removes it, and retries a dead one', async () => {
    const { store, desk } = await openDesk();
    await store.submit(someJob('a', { schedAtSeconds: 4e9 }));
    expect(await desk.runNow(someJob('a'))).toBe(true);
    expect(await store.grab('w', F)).toMatchObject({ name: 'a', workload: new TextEncoder().encode('a') });
    expect(await desk.runNow(someJob('a'))).toBe(false);
    expect(await desk.runNow(someJob('unknown'))).toBe(false);
    await desk.remove(someJob('a'));
    expect(await desk.jobs('f', ALL)).toEqual([]);

    for (const name of ['dead', 'deader']) {
      await store.submit(someJob(name, { runCount: 25 }));
      await store.grab('w', F);
      await store.report('w', someJob(name), { kind: 'failed' });
    }
    const dead = await desk.deadJobs(ALL);
    expect(dead).toMatchObject([
      { func: 'f', name: 'deader', state: 'dead', runCount: 26, workloadBytes: 6 },
      { func: 'f', name: 'dead' },
    ]);
    expect(await desk.deadJobs({ from: 1, count: 1 })).toEqual(dead.slice(1));
    expect(await desk.retry(someJob('unknown'))).toBe(false);
    expect(await desk.retry(someJob('dead'))).toBe(true);
    expect(await store.grab('w', F)).toMatchObject({ name: 'dead', runCount: 0 });
    await desk.remove(someJob('deader'));
    expect(await desk.deadJobs(ALL)).toEqual([]);
  });
});

// docs/periodic.md, 10
describe('the chore of the contents', () => {
  it('forgets what has not been used for its time, and keeps the rest', async () => {
    const redis = connect();
    const contents = new Contents(redis, { keepSeconds: 600, maxBytes: 1_000_000 });
    for (let i = 0; i < 250; i += 1) {
      const bytes = Buffer.from(`file ${i}`);
      await contents.remember(createHash('sha256').update(bytes).digest('hex'), bytes);
    }
    await contentsChore(redis, 600).run();
    expect(await redis.zcard(KEYS.contentUse)).toBe(250);
    await contentsChore(redis, -1).run();
    expect(await redis.zcard(KEYS.contentUse)).toBe(0);
    expect(await redis.hlen(KEYS.contentSizes)).toBe(0);
    expect(await redis.get(KEYS.contentTotal)).toBe('0');
    redis.disconnect();
  });
});
