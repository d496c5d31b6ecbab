import { describe, expect, it } from 'vitest';
import { PERIODIC_LIMITS } from '../limits';
import { MemoryStore } from './memoryStore';
import { describeStore } from './storeSuite';
import { allJobs, someJob } from './storeWorld';

function clock(nowMs = 1_700_000_000_400) {
  return { nowMs };
}

describeStore('a store in memory', async () => {
  const time = clock();
  const open = () => new MemoryStore(() => time.nowMs);
  const store = open();
  return {
    stores: [store],
    nowMs: () => time.nowMs,
    advance: async (milliseconds) => {
      time.nowMs += milliseconds;
      store.tick();
    },
    restart: async () => {
      const next = open();
      for (const job of await allJobs(store)) await next.submit(job.isUntimed ? { ...job, schedAtSeconds: 0 } : job);
      return next;
    },
    close: async () => {},
  };
});

describe('a store in memory', () => {
  it('says when it wants its next tick', async () => {
    const time = clock(0);
    const store = new MemoryStore(() => time.nowMs);
    expect(store.nextTickMs).toBe(Infinity);
    await store.submit(someJob('a', { schedAtSeconds: 7 }));
    expect(store.nextTickMs).toBe(7000);
    time.nowMs = 7000;
    await store.grab('w', new Set(['f']));
    expect(store.nextTickMs).toBe(607_000);
    await store.remove(someJob('a'));
    expect(store.nextTickMs).toBe(Infinity);
  });

  it('keeps only the newest dead jobs', async () => {
    const store = new MemoryStore(() => 0);
    await store.setConfig('max-retry', 1);
    for (let number = 0; number <= PERIODIC_LIMITS.maxDeadJobs; number += 1) {
      const job = someJob(`job-${number}`, { runCount: 1 });
      await store.submit(job);
      await store.grab('w', new Set(['f']));
      await store.report('w', job, { kind: 'failed' });
    }
    const dead = await store.dead();
    expect(dead).toHaveLength(PERIODIC_LIMITS.maxDeadJobs);
    expect(dead[0]?.name).toBe('job-1');
  });
});
