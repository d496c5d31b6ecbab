import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describeStoreFuncs } from './funcSuite';
import { describeStoreLocks } from './lockSuite';
import { describeStoreModel } from './storeModel';
import type { JobStore, StoreEvent } from '../store';
import { allJobs, someJob, type StoreWorld } from './storeWorld';

const F = new Set(['f']);
const PATIENCE_MS = 20_000;

/** What every store of jobs must do, whatever it keeps them in (docs/periodic.md, 1 to 8). */
export function describeStore(name: string, openWorld: () => Promise<StoreWorld>, runs = 100): void {
  describe(name, () => {
    let world: StoreWorld;
    let store: JobStore;
    let events: StoreEvent[];
    let nowSeconds: () => number;

    beforeEach(async () => {
      world = await openWorld();
      [store] = world.stores;
      events = [];
      nowSeconds = () => Math.floor(world.nowMs() / 1000);
      world.stores.at(-1)?.subscribe((event) => events.push(event));
      await store.serve('w', 'f', false);
    });
    afterEach(() => world.close());

    const grab = async (worker = 'w', funcs: ReadonlySet<string> = F) => (await store.grab(worker, funcs))?.name;
    const eventually = (check: () => void) => vi.waitFor(check, { timeout: PATIENCE_MS });
    const heard = (event: unknown) => eventually(() => expect(events).toContainEqual(event));

    // 1
    it('overwrites a pending job and ignores one that runs', async () => {
      expect(await store.submit(someJob('a'))).toBe('stored');
      expect(await store.submit(someJob('a', { workload: Uint8Array.of(2) }))).toBe('stored');
      expect(await store.grab('w', F)).toMatchObject({ name: 'a', workload: Uint8Array.of(2) });
      expect(await store.submit(someJob('a', { workload: Uint8Array.of(3) }))).toBe('running');
      expect(await allJobs(store)).toMatchObject([{ workload: Uint8Array.of(2) }]);
    });

    it('tells jobs apart by func and name together, whatever bytes they are', async () => {
      await store.submit(someJob('bc', { func: 'a' }));
      await store.submit(someJob('c', { func: 'ab' }));
      await store.submit(someJob('\0ÿ', { func: 'ÿ\0' }));
      expect(await allJobs(store)).toHaveLength(3);
      expect(await store.grab('w', new Set(['ÿ\0']))).toMatchObject({ func: 'ÿ\0', name: '\0ÿ' });
    });

    it('hands out due jobs by time and then by arrival', async () => {
      const now = nowSeconds();
      await store.submit(someJob('now-1'));
      await store.submit(someJob('past', { schedAtSeconds: now - 5 }));
      await store.submit(someJob('now-2'));
      await store.submit(someJob('soon', { schedAtSeconds: now + 2 }));
      expect([await grab(), await grab(), await grab(), await grab()]).toEqual(['past', 'now-1', 'now-2', undefined]);
      await world.advance(2000);
      expect(await grab()).toBe('soon');
    });

    it('says when a job is due, now or later', async () => {
      await store.submit(someJob('now'));
      await heard({ kind: 'ready', func: 'f', jobs: 1 });
      expect(await store.hasDue(F)).toBe(true);
      await grab();
      expect(await store.hasDue(F)).toBe(false);
      await store.submit(someJob('later', { schedAtSeconds: nowSeconds() + 60 }));
      expect(await store.hasDue(F)).toBe(false);
      events.length = 0;
      await world.advance(60_000);
      await heard({ kind: 'ready', func: 'f', jobs: 1 });
      expect(await store.hasDue(F)).toBe(true);
    });

    it('can refuse a job that nobody serves', async () => {
      expect(await store.submit(someJob('a', { func: 'g' }), { onlyIfServed: true })).toBe('no-worker');
      expect(await allJobs(store)).toEqual([]);
      expect(await store.submit(someJob('a'), { onlyIfServed: true })).toBe('stored');
    });

    // 2
    it('keeps the time of a job, and takes 0 as now', async () => {
      await store.submit(someJob('a', { schedAtSeconds: 12 }));
      await store.submit(someJob('b'));
      expect(await store.grab('w', F)).toEqual(someJob('a', { schedAtSeconds: 12 }));
      expect(await store.grab('w', F)).toMatchObject({ name: 'b', schedAtSeconds: nowSeconds(), isUntimed: true });
    });

    // 2
    it('knows that a job had no time until it gets one', async () => {
      const cameAt = nowSeconds();
      await store.submit(someJob('a'));
      await store.grab('w', F);
      await store.leave('w');
      await store.submit(someJob('b', { schedAtSeconds: cameAt }));
      expect(await store.grab('w', F)).toMatchObject({ name: 'a', schedAtSeconds: cameAt, isUntimed: true });
      await store.remove(someJob('b'));
      await store.report('w', someJob('a'), { kind: 'later', delaySeconds: 0, countStep: 0 });
      expect(await store.grab('w', F)).toEqual(someJob('a', { schedAtSeconds: nowSeconds() }));
    });

    it('deletes what is done and tells the result', async () => {
      await store.submit(someJob('a'));
      await grab();
      expect(await store.report('w', someJob('a'), { kind: 'done', data: Uint8Array.of(9) })).toBe(true);
      await eventually(() => {
        const ending = { kind: 'done', data: Uint8Array.of(9) };
        expect(events).toContainEqual(expect.objectContaining({ kind: 'ended', ending }));
      });
      expect(await allJobs(store)).toEqual([]);
    });

    it('runs a job later when its worker says so', async () => {
      await store.submit(someJob('a', { runCount: 3 }));
      await grab();
      await store.report('w', someJob('a'), { kind: 'later', delaySeconds: 10, countStep: 2 });
      expect(await allJobs(store)).toMatchObject([{ schedAtSeconds: nowSeconds() + 10, runCount: 5 }]);
      await world.advance(9999);
      expect(await grab()).toBeUndefined();
      await world.advance(1);
      expect(await grab()).toBe('a');
    });

    it('tries a failed job again after 1 s, doubling to 60 s', async () => {
      await store.submit(someJob('a'));
      for (const delaySeconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
        expect(await grab()).toBe('a');
        await store.report('w', someJob('a'), { kind: 'failed' });
        await world.advance(delaySeconds * 1000 - 1);
        expect(await grab()).toBeUndefined();
        await world.advance(1);
      }
    });

    it('puts a job that failed too often on the dead list, from which a new one takes it', async () => {
      await store.setConfig('max-retry', 2);
      await store.submit(someJob('a'));
      for (let run = 0; run < 3; run += 1) {
        expect(await grab()).toBe('a');
        await store.report('w', someJob('a'), { kind: 'failed' });
        await world.advance(60_000);
      }
      expect(await grab()).toBeUndefined();
      expect(await allJobs(store)).toEqual([]);
      expect(await store.dead()).toMatchObject([{ name: 'a', runCount: 3 }]);
      await eventually(() => {
        expect(events).toContainEqual(expect.objectContaining({ kind: 'ended', ending: { kind: 'dead' } }));
      });
      await store.submit(someJob('a'));
      expect(await store.dead()).toEqual([]);
    });

    it('tries for ever with a max-retry of 0', async () => {
      await store.setConfig('max-retry', 0);
      await store.submit(someJob('a', { runCount: 1000 }));
      await grab();
      await store.report('w', someJob('a'), { kind: 'failed' });
      expect(await store.dead()).toEqual([]);
      await world.advance(60_000);
      expect(await grab()).toBe('a');
    });

    // 3
    it('gives the jobs of a worker that left to others at once, in their old place', async () => {
      await store.submit(someJob('a'));
      await store.submit(someJob('b'));
      await grab();
      events.length = 0;
      await store.leave('w');
      await heard({ kind: 'ready', func: 'f', jobs: 1 });
      expect([await grab('x'), await grab('x')]).toEqual(['a', 'b']);
      expect(await store.status()).toMatchObject([{ workers: 0, running: 2 }]);
    });

    it('takes back what runs longer than its timeout, and refuses the old worker', async () => {
      await store.submit(someJob('own', { timeoutSeconds: 5 }));
      await store.submit(someJob('configured'));
      expect([await grab(), await grab()]).toEqual(['own', 'configured']);
      await world.advance(5000);
      expect(await grab('x')).toBe('own');
      expect(await store.report('w', someJob('own'), { kind: 'done', data: new Uint8Array(0) })).toBe(false);
      expect(await store.report('x', someJob('own'), { kind: 'done', data: new Uint8Array(0) })).toBe(true);
      await world.advance(594_999);
      expect(await grab('x')).toBeUndefined();
      await world.advance(1);
      expect(await grab('x')).toBe('configured');
      await eventually(() => {
        expect(events).toContainEqual(expect.objectContaining({ kind: 'ended', ending: { kind: 'expired' } }));
      });
    });

    // 11
    it('does not run a job again that was to run once, however its run ends', async () => {
      const ends = {
        failed: () => store.report('w', someJob('a'), { kind: 'failed' }),
        later: () => store.report('w', someJob('a'), { kind: 'later', delaySeconds: 0, countStep: 0 }),
        expired: () => world.advance(5000),
      };
      for (const [kind, end] of Object.entries(ends)) {
        await store.submit(someJob('a', { timeoutSeconds: 5, runCount: 99 }), { isOnce: true });
        await grab();
        // What its worker never began was no run.
        await store.report('w', someJob('a'), { kind: 'returned' });
        expect(await grab()).toBe('a');
        await end();
        expect([kind, await grab(), await allJobs(store), await store.dead()]).toEqual([kind, undefined, [], []]);
        const told = () => events.flatMap((event) => (event.kind === 'ended' ? [event.ending.kind] : []));
        await eventually(() => expect(told()).toEqual([kind, 'removed']));
        events = [];
      }
      await store.submit(someJob('a'), { isOnce: true });
      await store.submit(someJob('a'));
      await grab();
      await ends.failed();
      expect(await allJobs(store)).toMatchObject([{ name: 'a', runCount: 1 }]);
    });

    it('has one owner for each job, whose word alone counts', async () => {
      await store.submit(someJob('a'));
      await grab();
      for (const kind of ['failed', 'returned'] as const) {
        expect(await store.report('x', someJob('a'), { kind })).toBe(false);
        expect(await store.report('w', someJob('unknown'), { kind })).toBe(false);
      }
      expect(await store.report('x', someJob('a'), { kind: 'data', data: Uint8Array.of(1) })).toBe(false);
      expect(await store.report('w', someJob('a'), { kind: 'data', data: Uint8Array.of(2) })).toBe(true);
      await eventually(() => {
        const parts = events.filter((event) => event.kind === 'data');
        expect(parts).toMatchObject([{ data: Uint8Array.of(2) }]);
      });
      expect(await store.report('w', someJob('a'), { kind: 'returned' })).toBe(true);
      expect(await grab('x')).toBe('a');
    });

    it('lets a job run for ever without any timeout', async () => {
      await store.setConfig('timeout', 0);
      await store.submit(someJob('a'));
      await grab();
      await world.advance(1e9);
      expect(await grab('x')).toBeUndefined();
    });

    // 8
    it('loses no job in a restart: what ran is pending', async () => {
      await store.submit(someJob('a'));
      await store.submit(someJob('b', { schedAtSeconds: nowSeconds() + 9, timeoutSeconds: 3, runCount: 2 }));
      await grab();
      const before = await allJobs(store);
      store = await world.restart();
      expect(await allJobs(store)).toEqual(before);
      expect(await grab('x')).toBe('a');
      expect(await store.status()).toMatchObject([{ workers: 0, jobs: 2, running: 1 }]);
    });

    describeStoreFuncs(openWorld);
    describeStoreLocks(openWorld);
    describeStoreModel(openWorld, runs);
  });
}
