import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { JAIL_LIMITS, WARM_LIMITS } from '@/core/limits';
import { createLog } from '@/platform/log';
import type { JailSlot } from '../jail/jail';
import { Load } from '../load';
import { USUAL_KIND } from './kind';
import { WarmPool } from './pool';
import type { WarmJail } from './warmJail';

/** The pool with a clock of its own, and jails that are ready when a test says so. */

const SIZE = 4;

interface Started {
  readonly niceness: number;
  readonly hurry: AbortSignal | undefined;
  ready(): Promise<void>;
  fail(): Promise<void>;
}

function world(hasTemplates = false) {
  const load = new Load(2);
  const started: Started[] = [];
  const given: JailSlot[] = [];
  let spare = SIZE;
  const on = { warm: true, fit: true };
  const slots = {
    takeSpare: () => (spare > 0 ? ((spare -= 1), {} as JailSlot) : undefined),
    giveBack: async (slot: JailSlot) => {
      spare += 1;
      given.push(slot);
    },
  };
  const pool = new WarmPool({
    size: SIZE,
    reservedSlots: 0,
    slots: slots as never,
    load,
    shortcuts: { isOn: () => on.warm, checkToolchain: () => true } as never,
    isRoot: true,
    hasTemplates,
    startJail: (slot, { niceness, kind, hurry }) =>
      new Promise((resolve) => {
        const discard = async () => undefined;
        const jail = () => ({ slot, kind, startedAtMs: performance.now(), isFit: on.fit, discard });
        const settle = async (value: WarmJail | undefined) => {
          resolve(value);
          await vi.advanceTimersByTimeAsync(0);
        };
        started.push({
          niceness,
          hurry,
          ready: () => settle(jail() as unknown as WarmJail),
          fail: () => settle(undefined),
        });
      }),
    log: createLog('test', 'silent'),
  });
  return { pool, load, started, given, on, slots };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

async function full(): Promise<ReturnType<typeof world>> {
  const seen = world();
  seen.pool.start();
  for (let i = 0; i < SIZE; i += 1) {
    await pass(WARM_LIMITS.settleMs);
    await seen.started[i]?.ready();
  }
  expect(seen.pool.waiting).toBe(SIZE);
  return seen;
}

describe('a pool', () => {
  it('starts some at once while it has none, then one by one, and once half of it is there behind everything', async () => {
    const { pool, started } = world();
    pool.start();
    await pass(5);
    expect(started.map(({ niceness }) => niceness)).toEqual([JAIL_LIMITS.aheadNiceness, JAIL_LIMITS.aheadNiceness]);
    await started[0]?.ready();
    await pass(WARM_LIMITS.settleMs);
    expect(started).toHaveLength(2);
    await started[1]?.ready();
    await pass(WARM_LIMITS.settleMs);
    await started[2]?.ready();
    await pass(WARM_LIMITS.settleMs);
    expect(started.map(({ niceness }) => niceness).slice(2)).toEqual([
      JAIL_LIMITS.aheadNiceness,
      JAIL_LIMITS.lowestNiceness,
    ]);
  });

  it('gives each out once, and replaces it', async () => {
    const { pool, started } = await full();
    const taken = await Promise.all([pool.take('a', USUAL_KIND, true), pool.take('a', USUAL_KIND, true)]);
    expect(new Set(taken).size).toBe(2);
    expect(pool.waiting).toBe(SIZE - 2);
    for (const jail of taken) if (jail) await pool.throwAway(jail);
    await pass(WARM_LIMITS.settleMs);
    await started[SIZE]?.ready();
    expect(pool.waiting).toBe(SIZE - 1);
  });

  it('lets a task that runs go first while more than half of it is left', async () => {
    const { pool, load, started, slots } = await full();
    expect(await pool.take('a', USUAL_KIND, true)).toBeDefined();
    await slots.giveBack({} as JailSlot);
    load.begin('a');
    await pass(WARM_LIMITS.yieldMs - 1);
    expect(started).toHaveLength(SIZE);
    load.end('a');
    await pass(WARM_LIMITS.settleMs);
    expect(started).toHaveLength(SIZE + 1);
  });

  it('does not wait for one that runs for long', async () => {
    const { pool, load, started, slots } = await full();
    expect(await pool.take('a', USUAL_KIND, true)).toBeDefined();
    await slots.giveBack({} as JailSlot);
    load.begin('a');
    await pass(WARM_LIMITS.yieldMs + WARM_LIMITS.settleMs);
    expect(started).toHaveLength(SIZE + 1);
  });

  it('is filled while every backend is busy, too, by one at a time', async () => {
    const { pool, load, started } = world();
    load.begin('a');
    load.begin('a');
    pool.start();
    await pass(WARM_LIMITS.settleMs);
    expect(started).toHaveLength(1);
    await started[0]?.ready();
    expect(pool.waiting).toBe(1);
  });

  it('keeps half of itself from an address that has several under way, unless it is alone', async () => {
    const { pool, load } = await full();
    expect(await pool.take('modest', USUAL_KIND, true)).toBeDefined();
    load.begin('greedy');
    load.begin('greedy');
    const asked = Array.from({ length: 10 }, () => pool.take('greedy', USUAL_KIND, true));
    expect((await Promise.all(asked)).filter(Boolean)).toHaveLength(SIZE - 1 - Math.ceil(SIZE / 2));
    expect(await pool.take('modest', USUAL_KIND, true)).toBeDefined();
  });

  it('lets as many wait for those that are being started, which hurry then, and no more', async () => {
    const { pool, started, load } = world();
    load.begin('a');
    load.begin('a');
    pool.start();
    await pass(5);
    expect(started).toHaveLength(1);
    const waiting = pool.take('a', USUAL_KIND, true);
    expect(await pool.take('b', USUAL_KIND, true)).toBeUndefined();
    expect(started[0]?.hurry?.aborted).toBe(true);
    await started[0]?.ready();
    expect(await waiting).toBeDefined();
  });

  it('starts one for a task for which none waits, where that takes but a moment', async () => {
    const { pool, started, given } = world(true);
    const taking = pool.take('a', USUAL_KIND, true);
    await pass(0);
    expect(started.map(({ niceness }) => niceness)).toEqual([JAIL_LIMITS.niceness]);
    await started[0]?.ready();
    expect(await taking).toBeDefined();
    const failing = pool.take('a', USUAL_KIND, true);
    await pass(0);
    await started[1]?.fail();
    expect([await failing, given.length]).toEqual([undefined, 1]);
  });

  it('gives out none that is not fit, and its slot comes back', async () => {
    const seen = world();
    seen.on.fit = false;
    seen.pool.start();
    await pass(5);
    await seen.started[0]?.ready();
    const taking = seen.pool.take('a', USUAL_KIND, true);
    await pass(WARM_LIMITS.startingPatienceMs);
    expect(await taking).toBeUndefined();
    await pass(0);
    expect(seen.given).toHaveLength(1);
  });

  it('waits for a while after a start that failed', async () => {
    const { pool, started, given } = world();
    pool.start();
    await pass(5);
    for (const start of started.slice(0, 2)) await start.fail();
    await pass(WARM_LIMITS.settleMs);
    expect([started.length, given.length]).toEqual([2, 2]);
    await pass((WARM_LIMITS.failurePauseSeconds + WARM_LIMITS.lookSeconds) * 1000);
    expect(started.length).toBeGreaterThan(2);
  });

  it('throws all away when the shortcut is turned off, and those that have waited too long', async () => {
    const { pool, on, given } = await full();
    await pass(WARM_LIMITS.maxAgeSeconds * 1000 + WARM_LIMITS.lookSeconds * 1000);
    expect(given).not.toEqual([]);
    on.warm = false;
    await pass(WARM_LIMITS.lookSeconds * 1000);
    expect([pool.waiting, await pool.take('a', USUAL_KIND, true)]).toEqual([0, undefined]);
  });

  it('starts nothing once it is stopped', async () => {
    const { pool, load, started } = world();
    pool.start();
    pool.stop();
    load.begin('a');
    await pass(WARM_LIMITS.lookSeconds * 2000);
    expect(started).toEqual([]);
  });
});
