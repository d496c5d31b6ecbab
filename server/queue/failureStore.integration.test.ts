import type { Redis } from 'ioredis';
import { beforeEach, expect, it } from 'vitest';
import type { FailureDetail, FailureHead } from '@/core/admin/failure';
import { FAILURE_LIMITS } from '@/core/limits';
import { createSchedule } from '@/core/schedule/schedule';
import { snapshot } from '@/core/schedule/snapshot';
import type { Blobs } from '@/platform/blobs/blobs';
import { KEYS } from '@/platform/redis/keys';
import { FailureIndex } from '../admin/failureIndex';
import { useRedis } from '../taskgraph/redis.harness';
import { FailureStore } from './failureStore';

const { connect } = useRedis();
let redis: Redis;
let store: FailureStore;
beforeEach(async () => {
  redis = connect();
  await redis.flushall();
  store = new FailureStore(redis);
});

const head = (task: string, more: Partial<FailureHead> = {}): FailureHead => ({
  ...{ task, taskClass: 'fast', client: 'c', address: 'a', owner: 'connection', cause: 'failed' },
  ...{ endedAtMs: Date.now(), waitMs: 1, ...more },
});
const detail = (task: string, tail = ''): FailureDetail => ({
  ended: {
    ...{ task, taskClass: 'fast', client: 'c', address: 'a', owner: 'connection', outcome: 'failed' },
    ...{ submittedAtMs: 0, endedAtMs: 1, halts: 0, restarts: 0 },
  },
  ...{ tail, hasSources: false, journal: [] },
});
const blobs = { removeAll: async () => undefined } as unknown as Blobs;

it('keeps what failed with its details, and forgets it when its time is over', async () => {
  await store.keep(head('a'), detail('a', 'the end'));
  const { newest, count, bytes } = await store.figures();
  expect(count).toBe(1);
  expect(bytes).toBeGreaterThan(100);
  expect(await store.read(newest)).toMatchObject({ head: { task: 'a' }, detail: { tail: 'the end' } });
  expect(await store.read('7-7')).toBeUndefined();
  expect(await store.read('nonsense')).toBeUndefined();
  // As if it had come two days ago.
  await redis.del(KEYS.failures);
  await redis.xadd(KEYS.failures, `${Date.now() - 2 * FAILURE_LIMITS.keptSeconds * 1000}-0`, 'head', '{}');
  await store.sweep(blobs);
  expect((await store.figures()).count).toBe(0);
});

it('lets the oldest go when they are too large together, in a small Redis sooner', async () => {
  await redis.config('SET', 'maxmemory', 64 * 1024 * 1024);
  const most = 64 * 1024 * 1024 * FAILURE_LIMITS.redisShare;
  const tail = 'x'.repeat(200_000);
  for (let i = 0; i < 60; i += 1) await store.keep(head(`t${i}`), detail(`t${i}`, tail));
  await redis.config('SET', 'maxmemory', 0);
  const { count, bytes } = await store.figures();
  expect(bytes).toBeLessThanOrEqual(most);
  expect(count).toBe(Math.floor(most / (bytes / count)));
  expect(await redis.hlen(KEYS.failureDetails)).toBe(count);
  const heads = await store.headsAfter('', 100);
  expect(heads.at(-1)?.task).toBe('t59');
  expect(heads[0]?.task).toBe(`t${60 - count}`);
});

it('is searched by an index that follows what comes and goes', async () => {
  const index = new FailureIndex(store);
  await store.keep(head('a', { message: 'no matching variable' }), detail('a'));
  await store.keep(head('b', { message: 'no matching variable', taskClass: 'slow' }), detail('b'));
  expect(await index.find('variable', Date.now())).toMatchObject({ count: 2, kept: 2, groups: [{ count: 2 }] });
  await store.keep(head('c', { cause: 'time-limit' }), detail('c'));
  expect((await index.find('', Date.now())).rows.map(({ task }) => task)).toEqual(['c', 'b', 'a']);
  const oldest = await store.oldest();
  await redis.xdel(KEYS.failures, oldest ?? '');
  expect(await index.find('class:fast', Date.now())).toMatchObject({ count: 1, kept: 2 });
  index.stop();
});

it('keeps parts of the journal within their bytes, and hands out only what follows on', async () => {
  const { policy: _, ...options } = createSchedule().options;
  const part = (serial: number) => ({
    ...{ serial, options, start: snapshot(createSchedule()), isExact: true },
    entries: [{ event: { kind: 'taken-over', nowMs: serial } as const, effects: [] }],
  });
  for (const serial of [1, 2, 3]) await store.keepPart(`7-${serial}`, part(serial));
  expect((await store.parts(['7-1', '7-2', '7-3'])).map(({ serial }) => serial)).toEqual([1, 2, 3]);
  await redis.del(KEYS.journalPart('7-2'));
  expect((await store.parts(['7-1', '7-2', '7-3'])).map(({ serial }) => serial)).toEqual([1]);
});
