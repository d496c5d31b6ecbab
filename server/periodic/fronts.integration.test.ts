import { beforeEach, describe, expect, it, vi } from 'vitest';
import { allJobs, someJob } from '@/core/periodic/testing/storeWorld';
import { useRedis } from './redis.harness';

/** Several fronts that share their jobs (docs/periodic.md, 3 and 8), and what happens when they or Redis fall silent. */

const { clean, connect, openFront } = useRedis();
const F = new Set(['f']);
const eventually = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 20_000 });
beforeEach(clean);

/** Cuts every connection to Redis, as a restart would. */
async function cutAll(): Promise<void> {
  const redis = connect();
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes');
  await redis.call('CLIENT', 'KILL', 'TYPE', 'pubsub');
  redis.disconnect();
}

describe('several fronts', () => {
  it('assign a job once, however many ask', async () => {
    const fronts = await Promise.all([openFront(), openFront(), openFront()]);
    for (let i = 0; i < 60; i += 1) await fronts[i % 3]?.store.submit(someJob(`job-${i}`));
    const grabs = fronts.flatMap(({ store }, i) => Array.from({ length: 40 }, () => store.grab(`w${i}`, F)));
    const names = (await Promise.all(grabs)).flatMap((job) => (job === undefined ? [] : [job.name]));
    expect(names).toHaveLength(60);
    expect(new Set(names).size).toBe(60);
  });

  it('hear of results at each other, small and large', async () => {
    const [one, other] = [await openFront(), await openFront()];
    for (const size of [10, 5_000_000]) {
      const data = new Uint8Array(size).fill(7);
      await one.store.submit(someJob('a'));
      await other.store.grab('w', F);
      await other.store.report('w', someJob('a'), { kind: 'data', data: Uint8Array.of(1) });
      await other.store.report('w', someJob('a'), { kind: 'done', data });
      await eventually(() => {
        const results = one.events.flatMap((event) =>
          event.kind === 'data'
            ? [event.data]
            : event.kind === 'ended' && event.ending.kind === 'done'
              ? [event.ending.data]
              : [],
        );
        expect(results.map(({ length }) => length)).toEqual([1, size]);
        expect(results[1]?.every((byte) => byte === 7)).toBe(true);
      });
      one.events.length = 0;
    }
  });

  it('send results along once there is somebody to send them to', async () => {
    const one = await openFront();
    await one.store.submit(someJob('a'));
    await one.store.grab('w', F);
    const other = await openFront();
    expect(await one.store.report('w', someJob('a'), { kind: 'done', data: Uint8Array.of(5) })).toBe(true);
    await eventually(() => {
      const ending = { kind: 'done', data: Uint8Array.of(5) };
      expect(other.events).toContainEqual(expect.objectContaining({ kind: 'ended', ending }));
    });
  });

  it('ring for each other when a job is due', async () => {
    const [one, other] = [await openFront(), await openFront()];
    const ready = { kind: 'ready', func: 'f', jobs: 1 };
    await one.store.submit(someJob('soon', { schedAtSeconds: Math.floor(Date.now() / 1000) + 1 }));
    expect(await other.store.hasDue(F)).toBe(false);
    // The one that knows of it is gone before its time has come.
    await one.store.close();
    await eventually(() => expect(other.events).toContainEqual(ready));
    expect(await other.store.grab('w', F)).toMatchObject({ name: 'soon' });
  });

  it('take over what a front did that is not heard of any more', async () => {
    const [lost, other] = [await openFront({ leaseMs: 600 }), await openFront({ leaseMs: 600 })];
    await lost.store.serve('w', 'f', false);
    await lost.store.submit(someJob('a'));
    await lost.store.grab('w', F);
    lost.redis.disconnect();
    await eventually(async () => expect(await other.store.grab('x', F)).toMatchObject({ name: 'a' }));
    expect(await other.store.status()).toMatchObject([{ workers: 0, running: 1 }]);
  });

  it('come back with their workers after they were taken for lost', async () => {
    const sleeper = await openFront({ leaseMs: 600 });
    await sleeper.store.serve('w', 'f', false);
    // Takes over everything that cannot be of its own time, and is gone again.
    const eager = await openFront({ isAlone: true });
    await eager.store.close();
    await eventually(async () => expect(await sleeper.store.status()).toMatchObject([{ workers: 1 }]));
  });
});

describe('a connection that breaks', () => {
  it('takes with it what was on its way, and nothing else', async () => {
    const { store, redis, events } = await openFront();
    await store.serve('w', 'f', false);
    await store.submit(someJob('a'));
    await store.grab('w', F);
    const broken = new Promise((resolve) => redis.once('close', resolve));
    await cutAll();
    await broken;
    expect(await store.report('w', someJob('a'), { kind: 'done', data: new Uint8Array(0) })).toBe(true);
    await eventually(() => expect(events).toContainEqual({ kind: 'missed' }));
    expect(await store.status()).toMatchObject([{ workers: 1, jobs: 0 }]);
  });

  it('gives back a job whose assignment nobody has heard of', async () => {
    const [front, ghost] = [await openFront(), await openFront()];
    await front.store.serve('w', 'f', false);
    await front.store.submit(someJob('heard'));
    await front.store.submit(someJob('unheard'));
    expect(await front.store.grab('w', F)).toMatchObject({ name: 'heard' });
    // As if the answer to this question of the same worker had been lost.
    expect(await ghost.store.grab('w', F)).toMatchObject({ name: 'unheard' });
    front.redis.disconnect(true);
    await eventually(async () => expect(await front.store.grab('x', F)).toMatchObject({ name: 'unheard' }));
    expect(await front.store.report('w', someJob('heard'), { kind: 'returned' })).toBe(true);
  });

  it('keeps what is asked meanwhile until it is back', async () => {
    const { store, redis } = await openFront();
    const broken = new Promise((resolve) => redis.once('close', resolve));
    await cutAll();
    await broken;
    expect(await store.submit(someJob('a'))).toBe('stored');
    expect(await allJobs(store)).toMatchObject([{ name: 'a' }]);
  });
});
