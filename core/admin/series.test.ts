import { expect, it } from 'vitest';
import { OpenBucket, percentilesOf } from './series';

it('counts by outcome and sums up by class and of all', () => {
  const open = new OpenBucket();
  for (let i = 1; i <= 100; i += 1) {
    const failed = i % 10 === 0;
    const outcome = failed ? 'server-error' : 'success';
    open.add({ taskClass: i % 2 ? 'fast' : 'default', outcome, failed, waitSeconds: i / 100, runSeconds: i / 10 });
  }
  const closed = open.close(5, { waiting: 3, busy: 1, backends: 2 });
  expect(closed).toMatchObject({ done: 100, failed: 10, outcomes: { success: 90, 'server-error': 10 }, waiting: 3 });
  expect(closed.run.all).toEqual({ p50: 5, p95: 9.5, p99: 9.9 });
  expect(closed.wait.fast?.p99).toBe(0.99);
});

it('has no percentiles of nothing, and all the same of one', () => {
  expect(percentilesOf([])).toBeUndefined();
  expect(percentilesOf([0.25])).toEqual({ p50: 0.25, p95: 0.25, p99: 0.25 });
  expect(new OpenBucket().close(0, { waiting: 0, busy: 0, backends: 0 })).toMatchObject({ done: 0, run: {} });
});
