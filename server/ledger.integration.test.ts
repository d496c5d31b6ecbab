import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { Ledger } from './ledger';
import { useRedis } from './taskgraph/redis.harness';

const { connect } = useRedis();
const LIMITS = { ofAddress: { count: 3, bytes: 100 }, inAll: { count: 5, bytes: 150 } };
afterEach(async () => void (await connect().flushall()));

it('counts for an address and in all, until it is released or over', async () => {
  const ledger = new Ledger(connect(), 'test', LIMITS);
  const admit = (id: string, address: string, bytes: number, nowMs = 0) =>
    ledger.admit({ id, address, bytes, untilMs: 1000 }, nowMs);
  expect(await admit('1', 'a', 90)).toBeUndefined();
  expect(await admit('2', 'a', 11)).toBe('ofAddress');
  expect(await admit('1', 'a', 80)).toBeUndefined();
  expect(await admit('2', 'a', 11)).toBeUndefined();
  expect(await admit('3', 'b', 60)).toBe('inAll');
  await ledger.release('1', 'unknown');
  expect(await admit('3', 'b', 60)).toBeUndefined();
  expect(await admit('4', 'b', 41)).toBe('ofAddress');
  expect(await admit('4', 'b', 100, 1001)).toBeUndefined();
});

it('is as exact as a list of what is there, and leaves nothing behind', async () => {
  const redis = connect();
  const step = fc.record({
    id: fc.integer({ min: 0, max: 7 }).map(String),
    address: fc.constantFrom('a', 'b', 'c'),
    bytes: fc.integer({ min: 0, max: 60 }),
    isRelease: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      await redis.flushall();
      const ledger = new Ledger(redis, 'test', LIMITS);
      const kept = new Map<string, { address: string; bytes: number }>();
      for (const { id, address, bytes, isRelease } of steps) {
        if (isRelease) {
          await ledger.release(id);
          kept.delete(id);
          continue;
        }
        const others = [...kept].filter(([other]) => other !== id).map(([, entry]) => entry);
        const own = others.filter((entry) => entry.address === address);
        const sum = (entries: readonly { bytes: number }[]) => entries.reduce((all, entry) => all + entry.bytes, bytes);
        const fits = (entries: readonly { bytes: number }[], most: { count: number; bytes: number }) =>
          entries.length < most.count && sum(entries) <= most.bytes;
        const expected = fits(own, LIMITS.ofAddress) ? (fits(others, LIMITS.inAll) ? undefined : 'inAll') : 'ofAddress';
        expect(await ledger.admit({ id, address, bytes, untilMs: 1000 }, 0)).toBe(expected);
        if (expected === undefined) kept.set(id, { address, bytes });
      }
      await ledger.release(...kept.keys());
      expect(await redis.keys('*')).toEqual([]);
    }),
    { numRuns: 100 },
  );
});
