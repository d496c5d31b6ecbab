import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '@/core/periodic/job';
import { someJob } from '@/core/periodic/testing/storeWorld';
import { KEYS } from '@/platform/redis/keys';
import { Contents } from '../asyonline/contents';
import { contentsChore } from './chores';
import { PeriodicOverview } from './overview';
import { useRedis } from './redis.harness';

const { clean, connect, openFront } = useRedis();
const F = new Set(['f']);
const ALL = { from: 0, count: 100 };
beforeEach(clean);

async function open() {
  const { store, redis } = await openFront();
  const removed: Job[] = [];
  const overview = new PeriodicOverview(store, redis, async (job) => void removed.push(job));
  return { store, overview, removed };
}

describe('the overview of an admin', () => {
  it('lists funcs, workers and jobs, those first that run', async () => {
    const { store, overview } = await open();
    await store.serve('w', 'f', false);
    await store.serve('w', 'g', false);
    await store.submit(someJob('far', { schedAtSeconds: 4e9, runCount: 2, timeoutSeconds: 9 }));
    await store.submit(someJob('farther', { schedAtSeconds: 5e9 }));
    for (const name of ['running', 'locked', 'due']) await store.submit(someJob(name));
    await store.grab('w', F);
    await store.grab('w', F);
    await store.acquireLock('w', someJob('running'), 'l', 1);
    await store.acquireLock('w', someJob('locked'), 'l', 1);
    const jobs = await overview.jobs('f', ALL);
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
      expect(await overview.jobs('f', { from, count: 2 })).toEqual(jobs.slice(from, from + 2));
    }
    expect(await overview.functions()).toMatchObject([
      { func: 'f', label: 'f', jobs: 5 },
      { func: 'g', jobs: 0 },
    ]);
    expect(await overview.totals()).toEqual({ pending: 3, running: 1, locked: 1, dead: 0 });
    expect(await overview.workers()).toMatchObject([{ worker: 'w', funcLabels: ['f', 'g'], runningJobs: 1 }]);
  });

  it('runs a job now, removes it, and retries a dead one', async () => {
    const { store, overview, removed } = await open();
    await store.submit(someJob('a', { schedAtSeconds: 4e9 }));
    expect(await overview.runNow(someJob('a'))).toBe(true);
    expect(await store.grab('w', F)).toMatchObject({ name: 'a', workload: new TextEncoder().encode('a') });
    expect(await overview.runNow(someJob('a'))).toBe(false);
    expect(await overview.runNow(someJob('unknown'))).toBe(false);
    expect(await overview.remove(someJob('a'))).toBe(true);
    expect(await overview.remove({ func: 'asyground.contents', name: 'chore' })).toBe(false);
    expect(await overview.jobs('f', ALL)).toEqual([]);
    expect(removed).toMatchObject([{ func: 'f', name: 'a', workload: new TextEncoder().encode('a') }]);

    for (const name of ['dead', 'deader']) {
      await store.submit(someJob(name, { runCount: 25 }));
      await store.grab('w', F);
      await store.report('w', someJob(name), { kind: 'failed' });
    }
    expect(await overview.totals()).toMatchObject({ pending: 0, dead: 2 });
    const dead = await overview.deadJobs(ALL);
    expect(dead).toMatchObject([
      { func: 'f', name: 'deader', state: 'dead', runCount: 26, workloadBytes: 6 },
      { func: 'f', name: 'dead' },
    ]);
    expect(await overview.deadJobs({ from: 1, count: 1 })).toEqual(dead.slice(1));
    expect(await overview.retry(someJob('unknown'))).toBe(false);
    expect(await overview.retry(someJob('dead'))).toBe(true);
    expect(await store.grab('w', F)).toMatchObject({ name: 'dead', runCount: 0 });
    await overview.remove(someJob('deader'));
    expect(removed).toHaveLength(1);
    expect(await overview.deadJobs(ALL)).toEqual([]);
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
