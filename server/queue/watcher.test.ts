import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Redis } from 'ioredis';
import { apply } from '@/core/schedule/apply';
import { createSchedule } from '@/core/schedule/schedule';
import type { ScheduleEvent } from '@/core/schedule/events';
import type { EndedTask } from '@/core/admin/endedTask';
import { createLog } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { Watcher } from './watcher';

/** A scheduler with one backend whose decisions are watched; what is written to Redis is kept by its key. */
function open() {
  const written: [key: string, value: unknown][] = [];
  const keep = (key: string, ...rest: unknown[]) => {
    const text = rest.findLast((part) => typeof part === 'string' && part.startsWith('{'));
    written.push([key, typeof text === 'string' ? JSON.parse(text) : undefined]);
    return pipeline;
  };
  const pipeline = { set: keep, xadd: keep, lpush: keep, rpush: keep, ltrim: () => pipeline, exec: async () => [] };
  const failed: EndedTask[] = [];
  const schedule = createSchedule();
  const watcher = new Watcher({
    ...{ redis: { pipeline: () => pipeline } as unknown as Redis, schedule, epoch: 1, leader: 's' },
    failures: { began: () => undefined, ended: (ended) => void failed.push(ended), write: async () => undefined },
    ...{ configuredLevels: '', accuracy: () => undefined, log: createLog('test', 'silent') },
  });
  const happen = (event: object) => {
    const effects = apply(schedule, { ...event, nowMs: Date.now() } as ScheduleEvent);
    for (const effect of effects) watcher.decided(effect);
    return effects;
  };
  const of = (key: string) => written.filter(([at]) => at === key).map(([, value]) => value);
  return { watcher, happen, written, of, failed };
}

const submission = (id: string) => ({
  ...{ id, taskClass: 'default', durationSeconds: undefined, client: 'c', address: 'a', owner: 'connection' },
});

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000_000 }));
afterEach(() => void vi.useRealTimers());

it('keeps the life of a task: when it was submitted, started and ended, where, and how', async () => {
  const { watcher, happen, of } = open();
  happen({ kind: 'backend-joined', backend: 'w.1' });
  const effects = happen({ kind: 'submitted', submission: submission('t') });
  const permit = effects.find((effect) => effect.kind === 'permit');
  expect(permit).toMatchObject({ task: 't', backend: 'w.1' });
  happen({ kind: 'started', task: 't', permit: permit?.permit, backend: 'w.1' });
  await vi.advanceTimersByTimeAsync(2000);
  watcher.heard('t', { outcome: 'success', runMs: 2000, memoryBytes: 7 });
  happen({ kind: 'finished', task: 't', cutShort: false });
  await watcher.runOnce(Date.now());
  expect(of(KEYS.ended)).toMatchObject([{ task: 't', outcome: 'success', backend: 'w.1', memoryBytes: 7 }]);
  expect(of(KEYS.history('default'))).toEqual([{ seconds: 2, cutShort: false }]);
  expect(of(KEYS.queueState).at(-1)).toMatchObject({ epoch: 1 });
  await watcher.stop();
});

it('writes nothing while nothing changes, but its age now and then', async () => {
  const { watcher, written, of } = open();
  await watcher.runOnce(Date.now());
  const before = of(KEYS.queueState).length;
  await watcher.runOnce(Date.now());
  expect(of(KEYS.queueState)).toHaveLength(before);
  watcher.touched();
  await watcher.runOnce(Date.now());
  expect(of(KEYS.queueState)).toHaveLength(before + 1);
  await watcher.runOnce(Date.now() + 6000);
  expect(of(KEYS.queueState)).toHaveLength(before + 2);
  expect(written.length).toBeGreaterThan(0);
  await watcher.stop();
});

it('forgets a worker that was missed before its goodbye was heard', async () => {
  const { watcher, of } = open();
  watcher.workerLost('w', 'host');
  watcher.workerLost('x', 'host');
  watcher.workerLeft('w');
  await watcher.runOnce(Date.now());
  expect(JSON.stringify(of(KEYS.queueState).at(-1))).toMatch(/"worker":"x"/);
  expect(JSON.stringify(of(KEYS.queueState).at(-1))).not.toMatch(/"worker":"w"/);
  await watcher.stop();
});
