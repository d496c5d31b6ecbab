import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apply } from '@/core/schedule/apply';
import { createSchedule, type Schedule } from '@/core/schedule/schedule';
import type { ToldEstimate } from '@/core/messages';
import { Estimator } from './estimator';

let schedule: Schedule;
let told: ToldEstimate[];
let isBusy: boolean;
let estimator: Estimator;

beforeEach(() => {
  vi.useFakeTimers();
  schedule = createSchedule({ maxPredictedWaitSeconds: Infinity });
  told = [];
  isBusy = false;
  estimator = new Estimator(
    schedule,
    (estimates) => told.push(...estimates),
    () => isBusy,
  );
  apply(schedule, { kind: 'backend-joined', backend: 'b', nowMs: Date.now() });
});
afterEach(() => {
  estimator.stop();
  vi.useRealTimers();
});

function submit(id: string): void {
  const submission = { id, taskClass: 0, client: id, address: id, owner: 'connection' } as const;
  apply(schedule, { kind: 'submitted', submission, nowMs: Date.now() });
  estimator.changed();
}

it('says nothing while nobody waits', async () => {
  submit('runs');
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

it('tells whoever waits soon, in their order, and again only what is new', async () => {
  for (const id of ['runs', 'a', 'b']) submit(id);
  await vi.advanceTimersByTimeAsync(100);
  expect(told.map(({ task, position }) => [task, position])).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(told[1]?.estimateSeconds).toBeGreaterThanOrEqual(told[0]?.estimateSeconds ?? Infinity);
  const said = new Set(told.map((one) => JSON.stringify(one)));
  expect(said.size).toBe(told.length);
});

it('gives way to the scheduler, but not for ever', async () => {
  isBusy = true;
  for (const id of ['runs', 'a']) submit(id);
  await vi.advanceTimersByTimeAsync(30);
  expect(told).toEqual([]);
  await vi.advanceTimersByTimeAsync(100);
  expect(told.length).toBeGreaterThan(0);
});

it('compares what it said first with what came, by class', async () => {
  for (const id of ['runs', 'a']) submit(id);
  await vi.advanceTimersByTimeAsync(100);
  expect(estimator.accuracy).toBeUndefined();
  estimator.left('withdrawn', false);
  estimator.left('a', true);
  expect(estimator.accuracy).toMatchObject({ pairs: 1, classes: { fast: { pairs: 1 } } });
});

it('is silent once it is stopped', async () => {
  for (const id of ['runs', 'a']) submit(id);
  estimator.stop();
  await vi.advanceTimersByTimeAsync(5000);
  expect(told).toEqual([]);
});
