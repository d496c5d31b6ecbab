import { expect, it } from 'vitest';
import type { Bucket } from '@/core/admin/series';
import { heatOf, heatRows } from './heatMap';
import { loadOf, mean, points } from './sparkline';
import type { TaskRow } from './taskRows';
import { timelineRows } from './timeline';

const bucket = (atMs: number, more: Partial<Bucket>): Bucket => ({
  ...{ atMs, done: 0, failed: 0, outcomes: {}, wait: {}, run: {}, waiting: 0, busy: 0, backends: 0 },
  ...more,
});

it('draws a line from left to right, the largest value at the top', () => {
  expect(points([0, 1, 0.5], 1, 100, 10, 3)).toBe('0,11 50,1 100,6');
  expect(points([], 1, 100, 10, 0)).toBe('');
  expect(points([4, 8], 1, 10, 10, 2)).toBe('0,6 10,1');
  expect(points([4, 8], 1, 10, 10, 3)).toBe('5,6 10,1');
});

it('takes a backend of which nothing is known for idle', () => {
  const load = loadOf('w.1', [bucket(0, { load: { 'w.1': 0.5 } }), bucket(1, {})]);
  expect(load).toEqual([0.5, 0]);
  expect([mean(load), mean([])]).toEqual([0.25, undefined]);
});

it('is warmer where the wait was longer', () => {
  expect([undefined, 0.1, 0.5, 3, 12, 90].map(heatOf)).toEqual([0, 0, 1, 2, 3, 4]);
  const wait = (p95: number) => ({ p50: 0, p95, p99: p95 });
  const rows = heatRows([
    bucket(1, { wait: { slow: wait(40), all: wait(40) } }),
    bucket(2, { wait: { fast: wait(1) } }),
  ]);
  expect(rows.map(({ taskClass, cells }) => [taskClass, cells.map(({ heat }) => heat)])).toEqual([
    ['fast', [0, 1]],
    ['slow', [4, 0]],
  ]);
});

it('puts each run on its backend, cut at the edge, and leaves out what is over', () => {
  const task = (id: string, more: Partial<TaskRow>): TaskRow => ({
    ...{ id, state: 'success', isLive: false, taskClass: 'fast', client: 'c', address: 'a', owner: 'connection' },
    ...{ submittedAtMs: 0, halts: 0, restarts: 0, ...more },
  });
  const rows = timelineRows(
    [
      task('old', { backend: 'w.1', startedAtMs: 10, endedAtMs: 20 }),
      task('cut', { backend: 'w.1', startedAtMs: 50, endedAtMs: 150 }),
      task('now', { backend: 'w.2', startedAtMs: 150, isLive: true, state: 'running' }),
      task('waits', {}),
    ],
    ['w.1', 'w.2', 'w.3'],
    200,
    100,
  );
  expect(rows.map(({ backend, bars }) => [backend, bars.map(({ task: id, from, to }) => [id, from, to])])).toEqual([
    ['w.1', [['cut', 0, 0.5]]],
    ['w.2', [['now', 0.5, 1]]],
    ['w.3', []],
  ]);
});
