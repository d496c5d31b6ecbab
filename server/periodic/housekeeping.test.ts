import pino from 'pino';
import { describe, expect, it } from 'vitest';
import { MemoryStore } from '@/core/periodic/testing/memoryStore';
import { allJobs, someJob } from '@/core/periodic/testing/storeWorld';
import { choreHandler, scheduleChores } from './housekeeping';

const log = pino({ level: 'silent' });

// docs/periodic.md, 10
describe('housekeeping', () => {
  it('stands in the queue once, however often it is scheduled', async () => {
    let nowMs = 5_000_000;
    const store = new MemoryStore(() => nowMs);
    const chores = [{ func: 'asyground.x', everySeconds: 60, run: async () => undefined }];
    await scheduleChores(store, chores);
    nowMs += 10_000;
    await scheduleChores(store, chores);
    expect(await allJobs(store)).toMatchObject([{ func: 'asyground.x', schedAtSeconds: 5000, runCount: 0 }]);
  });

  it('puts itself off, also when it fails', async () => {
    const later = { kind: 'later', delaySeconds: 60, countStep: 0 };
    const chore = { func: 'asyground.x', everySeconds: 60, run: async () => undefined };
    expect(await choreHandler(chore, log)(someJob('chore'), new AbortController().signal)).toEqual(later);
    const broken = { ...chore, run: () => Promise.reject(new Error('no')) };
    expect(await choreHandler(broken, log)(someJob('chore'), new AbortController().signal)).toEqual(later);
  });
});
