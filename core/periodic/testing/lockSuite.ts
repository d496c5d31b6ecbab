import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobStore } from '../store';
import { someJob, type StoreWorld } from './storeWorld';

/** What every store must do with locks (docs/periodic.md, "Arguments"). */
export function describeStoreLocks(openWorld: () => Promise<StoreWorld>): void {
  describe('its locks', () => {
    let world: StoreWorld;
    let store: JobStore;

    beforeEach(async () => {
      world = await openWorld();
      [store] = world.stores;
      await store.serve('w', 'f', false);
    });
    afterEach(() => world.close());

    const grab = async (worker = 'w') => (await store.grab(worker, new Set(['f'])))?.name;

    it('keeps a job waiting for a lock until the lock is free', async () => {
      for (const name of ['a', 'b', 'c']) await store.submit(someJob(name));
      expect([await grab(), await grab('x'), await grab('y')]).toEqual(['a', 'b', 'c']);
      expect(await store.acquireLock('w', someJob('a'), 'l', 1)).toBe(true);
      expect(await store.acquireLock('x', someJob('b'), 'l', 1)).toBe(false);
      expect(await store.acquireLock('y', someJob('c'), 'l', 2)).toBe(true);
      expect(await store.acquireLock('z', someJob('c'), 'l', 9)).toBe(false);
      expect(await store.status()).toMatchObject([{ jobs: 3, running: 2, locked: 1 }]);
      expect(await store.report('x', someJob('b'), { kind: 'failed' })).toBe(false);
      await store.releaseLock('w', someJob('a'), 'l');
      expect(await grab('x')).toBeUndefined();
      await store.report('y', someJob('c'), { kind: 'done', data: new Uint8Array(0) });
      expect(await grab('x')).toBe('b');
      expect(await store.acquireLock('x', someJob('b'), 'l', 1)).toBe(true);
      await store.leave('x');
      expect(await store.status()).toMatchObject([{ jobs: 2, running: 1, locked: 0 }]);
    });

    it('takes a job that is overwritten or removed out of the line for a lock', async () => {
      for (const name of ['a', 'b', 'c', 'd']) await store.submit(someJob(name));
      for (const worker of ['w', 'x', 'y', 'z']) await grab(worker);
      expect(await store.acquireLock('w', someJob('a'), 'l', 1)).toBe(true);
      expect(await store.acquireLock('x', someJob('b'), 'l', 1)).toBe(false);
      expect(await store.acquireLock('y', someJob('c'), 'l', 1)).toBe(false);
      await store.submit(someJob('b', { schedAtSeconds: Math.floor(world.nowMs() / 1000) + 60 }));
      await store.remove(someJob('c'));
      await store.releaseLock('w', someJob('a'), 'l');
      expect(await store.acquireLock('z', someJob('d'), 'l', 1)).toBe(true);
    });

    it('lets two jobs that want two locks in opposite order both come to an end', async () => {
      for (const name of ['a', 'b']) await store.submit(someJob(name));
      await grab('w');
      await grab('x');
      expect(await store.acquireLock('w', someJob('a'), 'one', 1)).toBe(true);
      expect(await store.acquireLock('x', someJob('b'), 'two', 1)).toBe(true);
      expect(await store.acquireLock('w', someJob('a'), 'two', 1)).toBe(false);
      expect(await store.acquireLock('x', someJob('b'), 'one', 1)).toBe(true);
      await store.report('x', someJob('b'), { kind: 'done', data: new Uint8Array(0) });
      expect(await grab('w')).toBe('a');
      expect(await store.acquireLock('w', someJob('a'), 'one', 1)).toBe(true);
      expect(await store.acquireLock('w', someJob('a'), 'two', 1)).toBe(true);
    });
  });
}
