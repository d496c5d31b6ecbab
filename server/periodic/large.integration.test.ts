import { beforeEach, describe, expect, it } from 'vitest';
import { PERIODIC_LIMITS } from '@/core/periodic/limits';
import { allJobs, someJob } from '@/core/periodic/testing/storeWorld';
import { useRedis } from './redis.harness';

/** Many jobs, large jobs, and no room for more. */

const MAX_MEMORY_BYTES = 80_000_000;
const { clean, openFront } = useRedis(['--maxmemory', String(MAX_MEMORY_BYTES), '--maxmemory-policy', 'noeviction']);
const F = new Set(['f']);
beforeEach(clean);

describe('jobs in Redis', () => {
  it('may be as large as a packet', async () => {
    const { store } = await openFront();
    const workload = new Uint8Array(PERIODIC_LIMITS.maxPacketBytes - 100).fill(9);
    expect(await store.submit(someJob('a', { workload }))).toBe('stored');
    const job = await store.grab('w', F);
    expect(job?.workload.length).toBe(workload.length);
    await store.report('w', someJob('a'), { kind: 'failed' });
    expect((await allJobs(store))[0]).toMatchObject({ runCount: 1, workload: { length: workload.length } });
  });

  it('are refused before Redis is full, and those that are there can still be done', async () => {
    const { store } = await openFront();
    const workload = new Uint8Array(1_000_000);
    const outcomes: string[] = [];
    for (let i = 0; i < 80; i += 1) outcomes.push(await store.submit(someJob(`job-${i}`, { workload })));
    const stored = outcomes.filter((outcome) => outcome === 'stored').length;
    expect(stored).toBeGreaterThan(20);
    expect(outcomes.at(-1)).toBe('full');
    for (let i = 0; i < stored; i += 1) {
      const job = await store.grab('w', F);
      if (job !== undefined) await store.report('w', job, { kind: 'done', data: new Uint8Array(0) });
    }
    expect(await store.status()).toMatchObject([{ jobs: 0 }]);
  });

  it('are dumped and dropped in parts, without what came meanwhile', async () => {
    const { store } = await openFront();
    const count = 3000;
    const jobs = Array.from({ length: count }, (_, i) => someJob(`job-${i}`, { schedAtSeconds: i % 2 ? 4e9 : 0 }));
    await Promise.all(jobs.map((job) => store.submit(job)));
    expect(new Set((await allJobs(store)).map(({ name }) => name)).size).toBe(count);
    const dropping = store.drop('f');
    const newcomers = [store.submit(someJob('new')), store.submit(someJob('job-2990'))];
    expect(await dropping).toBe(true);
    await Promise.all(newcomers);
    expect((await allJobs(store)).map(({ name }) => name).sort()).toEqual(['job-2990', 'new']);
  });

  it('become due together, in their order', async () => {
    const time = { nowMs: 1_000_000 };
    const { store } = await openFront({ nowMs: () => time.nowMs });
    const count = 1200;
    for (let i = 0; i < count; i += 1) void store.submit(someJob(`job-${i}`, { schedAtSeconds: 1001 }));
    await store.tick();
    expect(await store.hasDue(F)).toBe(false);
    time.nowMs = 1_001_000;
    const ticks = Array.from({ length: 3 }, () => store.tick());
    await Promise.all(ticks);
    const grabbed = await Promise.all(Array.from({ length: count + 1 }, () => store.grab('w', F)));
    expect(grabbed.map((job) => job?.name)).toEqual([
      ...Array.from({ length: count }, (_, i) => `job-${i}`),
      undefined,
    ]);
  });
});
