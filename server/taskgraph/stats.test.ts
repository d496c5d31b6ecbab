import { expect, it } from 'vitest';
import { percentiles } from './stats';

// docs/task-graph.md, 13
it('tells the smallest value that so many do not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  expect(percentiles(hundred)).toEqual({ p50: 50, p90: 90, p99: 99, max: 100 });
  expect(percentiles([7])).toEqual({ p50: 7, p90: 7, p99: 7, max: 7 });
});
