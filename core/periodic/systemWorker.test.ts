import { describe, expect, it } from 'vitest';
import { Exchange } from './exchange';
import { SystemWorker } from './systemWorker';
import { MemoryStore } from './testing/memoryStore';
import { someJob } from './testing/storeWorld';
import type { Job } from './job';
import type { WorkReport } from './store';

/** docs/periodic.md, 10: the product's own workers. */

interface Given {
  readonly job: Job;
  readonly removed: AbortSignal;
  readonly answer: (report: WorkReport) => void;
}

async function open() {
  const store = new MemoryStore(() => 0);
  const given: Given[] = [];
  const handler = (job: Job, removed: AbortSignal) =>
    new Promise<WorkReport>((answer) => given.push({ job, removed, answer }));
  const worker = new SystemWorker(new Exchange(store, () => 0), 'w', new Map([['f', handler]]));
  await worker.start(2);
  return { store, given, worker };
}

/** All that follows from what was done so far. */
const settled = () => new Promise((resolve) => setTimeout(resolve));

describe('a worker of the product', () => {
  it('does jobs and tells what became of them, and takes the next', async () => {
    const { store, given } = await open();
    for (const name of ['a', 'b', 'c']) await store.submit(someJob(name));
    await settled();
    expect(given.map(({ job }) => job.name)).toEqual(['a', 'b']);
    given[0]?.answer({ kind: 'done', data: new Uint8Array(0) });
    await settled();
    expect(given.map(({ job }) => job.name)).toEqual(['a', 'b', 'c']);
    expect(await store.missing([someJob('a'), someJob('b')])).toMatchObject([{ name: 'a' }]);
  });

  it('is told when the job that it does is removed, and of no other', async () => {
    const { store, given } = await open();
    for (const name of ['a', 'b']) await store.submit(someJob(name));
    await settled();
    await store.remove(someJob('a'));
    await store.remove(someJob('unknown'));
    expect(given.map(({ removed }) => removed.aborted)).toEqual([true, false]);
  });

  it('says nothing of a removed job, since it may do another of that name', async () => {
    const { store, given } = await open();
    await store.submit(someJob('a'));
    await settled();
    await store.remove(someJob('a'));
    await store.submit(someJob('a', { runCount: 7 }));
    await settled();
    expect(given[1]?.job).toMatchObject({ name: 'a', runCount: 7 });
    given[0]?.answer({ kind: 'failed' });
    await settled();
    expect(await store.status()).toMatchObject([{ func: 'f', jobs: 1, running: 1 }]);
    expect(given[1]?.removed.aborted).toBe(false);
  });

  it('gives back what it was doing when it stops', async () => {
    const { store, worker } = await open();
    await store.submit(someJob('a'));
    await settled();
    await worker.stop();
    expect(await store.status()).toMatchObject([{ func: 'f', workers: 0, jobs: 1, running: 0 }]);
  });
});
