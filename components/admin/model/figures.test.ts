import { expect, it } from 'vitest';
import type { QueueState } from '@/core/admin/queueState';
import type { Bucket } from '@/core/admin/series';
import { figuresOf } from './figures';

const bucket = (atMs: number, done: number, failed: number): Bucket => ({
  atMs,
  done,
  failed,
  outcomes: {},
  wait: done > 0 ? { all: { p50: 1, p95: 2, p99: 3 } } : {},
  run: {},
  waiting: 0,
  busy: 0,
  backends: 2,
});

it('counts what waits, runs and ended in the last minute', () => {
  const queue = {
    classes: {
      fast: { waiting: 2, running: 1, paused: false, oldestSinceMs: 90_000 },
      batch: { waiting: 1, running: 0, paused: true, oldestSinceMs: 95_000 },
    },
    inLanes: 4,
    backends: { a: { draining: false, task: 'x' }, b: { draining: false } },
  } as unknown as QueueState;
  const fine = { '10': bucket(10, 50, 50), '70000': bucket(70_000, 8, 2), '100000': bucket(100_000, 0, 0) };
  expect(figuresOf(queue, fine, 100_000)).toEqual({
    waiting: 7,
    running: 1,
    donePerMinute: 8,
    failedShare: 0.25,
    wait: { p50: 1, p95: 2, p99: 3 },
    run: undefined,
    busy: 1,
    backends: 2,
    oldestSeconds: 10,
  });
});

it('has words for nothing at all', () => {
  expect(figuresOf(undefined, undefined, 0)).toMatchObject({
    waiting: 0,
    failedShare: undefined,
    oldestSeconds: undefined,
  });
});
