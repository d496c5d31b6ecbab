import { expect, it } from 'vitest';
import { byClass, failures, lastValues, loneIndices, occupancy, throughput, withGaps } from './chartData';

const bucket = (atMs: number, over: object) => ({
  atMs,
  done: 0,
  failed: 0,
  outcomes: {},
  wait: {},
  run: {},
  waiting: 0,
  busy: 0,
  backends: 0,
  ...over,
});
const p = (p50: number) => ({ p50, p95: 2 * p50, p99: 3 * p50 });

it('counts by the minute, whatever the width', () => {
  expect(throughput([bucket(5000, { done: 3, failed: 1 })], 5).data).toEqual([[5], [36], [12]]);
});

it('has a line for each class and each cause, with gaps', () => {
  const buckets = [bucket(0, { run: { fast: p(1), all: p(2) } }), bucket(5000, { run: { slow: p(9), all: p(9) } })];
  expect(byClass(buckets, 'run')).toEqual({
    names: ['fast', 'slow', 'all'],
    data: [
      [0, 5],
      [1, null],
      [null, 9],
      [4, 18],
    ],
  });
  const failed = [bucket(0, { outcomes: { success: 9, failed: 1 } }), bucket(1, { outcomes: { 'time-limit': 3 } })];
  expect(failures(failed).names).toEqual(['time-limit', 'failed']);
});

it('draws no line over the time in which nothing was counted', () => {
  const busy = [0, 5100, 10_000, 25_000].map((atMs) => bucket(atMs, { busy: 1 }));
  const [xs, , row] = occupancy(withGaps(busy, 5)).data;
  expect([xs, row]).toEqual([
    [0, 5.1, 10, 15, 25],
    [1, 1, 1, null, 1],
  ]);
});

it('tells where each line stands', () => {
  const buckets = [bucket(0, { run: { fast: p(1), all: p(2) } }), bucket(5000, { run: { all: p(9) } })];
  expect(lastValues(byClass(buckets, 'run'))).toEqual([
    ['fast', 1],
    ['all', 18],
  ]);
  expect(lastValues(occupancy([]))[0]).toEqual(['waiting', undefined]);
});

it('knows the values to which no line leads', () => {
  expect(loneIndices([1, null, 2, 3, null, 0])).toEqual([0, 5]);
  expect(loneIndices([undefined, 4])).toEqual([1]);
});
