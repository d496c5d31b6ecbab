import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { JobStore, StoreEvent } from '../store';
import { allJobs, someJob, type StoreWorld } from './storeWorld';

const PATIENCE_MS = 20_000;

/** What every store must do with funcs as a whole, with removals and with its settings (docs/periodic.md, 5 to 7). */
export function describeStoreFuncs(openWorld: () => Promise<StoreWorld>): void {
  describe('its funcs', () => {
    let world: StoreWorld;
    let store: JobStore;
    let events: StoreEvent[];
    const nowSeconds = () => Math.floor(world.nowMs() / 1000);

    beforeEach(async () => {
      world = await openWorld();
      [store] = world.stores;
      events = [];
      world.stores.at(-1)?.subscribe((event) => events.push(event));
      await store.serve('w', 'f', false);
    });
    afterEach(() => world.close());

    const grab = async (worker = 'w') => (await store.grab(worker, new Set(['f'])))?.name;
    const eventually = (check: () => void) => vi.waitFor(check, { timeout: PATIENCE_MS });
    const heard = (event: unknown) => eventually(() => expect(events).toContainEqual(event));

    // 5
    it('does not hand out a job of a func that is broadcast: it is told to all and gone', async () => {
      await store.serve('loud', 'f', true);
      await store.submit(someJob('a'));
      expect(await grab()).toBeUndefined();
      await eventually(() => {
        expect(events).toContainEqual(expect.objectContaining({ kind: 'broadcast' }));
      });
      expect(await allJobs(store)).toEqual([]);
      await store.stopServing('loud', 'f');
      await store.submit(someJob('b'));
      expect(await grab()).toBe('b');
    });

    // 6
    it('counts workers and jobs of each func', async () => {
      const now = nowSeconds();
      await store.serve('w', 'f', false);
      await store.serve('x', 'f', false);
      await store.serve('x', 'e', false);
      await store.submit(someJob('a'));
      await store.submit(someJob('b', { schedAtSeconds: now + 30 }));
      await store.submit(someJob('c', { schedAtSeconds: now + 20 }));
      await grab();
      expect(await store.status()).toEqual([
        { func: 'e', workers: 1, jobs: 0, running: 0, locked: 0, schedAtSeconds: now },
        { func: 'f', workers: 2, jobs: 3, running: 1, locked: 0, schedAtSeconds: now + 20 },
      ]);
    });

    it('drops a func with its pending jobs, but only when nobody serves it', async () => {
      await store.submit(someJob('a'));
      await store.submit(someJob('b'));
      await grab();
      expect(await store.drop('f')).toBe(false);
      await store.stopServing('w', 'f');
      expect(await store.drop('f')).toBe(true);
      expect(await allJobs(store)).toMatchObject([{ name: 'a' }]);
      await store.report('w', someJob('a'), { kind: 'done', data: new Uint8Array(0) });
      await store.drop('f');
      expect(await store.status()).toEqual([]);
    });

    it('removes a job in any state and does not mind an unknown one', async () => {
      await store.submit(someJob('a'));
      await store.submit(someJob('b'));
      await grab();
      for (const name of ['a', 'b', 'nobody']) await store.remove(someJob(name));
      expect(await allJobs(store)).toEqual([]);
      expect(await store.missing([someJob('a'), someJob('nobody')])).toHaveLength(2);
      expect(await store.report('w', someJob('a'), { kind: 'failed' })).toBe(false);
      await eventually(() => {
        const endings = events.flatMap((event) => (event.kind === 'ended' ? [event.ending.kind] : []));
        expect(endings).toEqual(['removed', 'removed']);
      });
    });

    // 7
    it('knows its numbers, and ignores others', async () => {
      const keys = ['poll-delay', 'revert-delay', 'timeout', 'keepalive', 'max-patch', 'max-retry', 'other'];
      expect(await Promise.all(keys.map((key) => store.getConfig(key)))).toEqual([300, 300, 600, 300, 250, 25, 0]);
      await store.setConfig('timeout', -1);
      await store.setConfig('other', 1);
      expect([await store.getConfig('timeout'), await store.getConfig('other')]).toEqual([-1, 0]);
      await heard({ kind: 'config', key: 'timeout', value: -1 });
    });
  });
}
