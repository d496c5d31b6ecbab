import { expect, it } from 'vitest';
import { RecentRuns } from './recentRuns';

it('counts the runs of the last hour, by five minutes, and forgets', () => {
  let nowMs = 0;
  const runs = new RecentRuns(() => nowMs);
  const job = { func: 'f', name: 'n' };
  expect(runs.of(job)).toBeUndefined();
  runs.ran(job);
  runs.ran(job);
  nowMs += 10 * 60_000;
  runs.ran(job);
  expect(runs.of(job)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1]);
  expect(runs.of({ func: 'f', name: 'other' })).toBeUndefined();
  nowMs += 3_600_000;
  expect(runs.of(job)).toBeUndefined();
  for (let i = 0; i < 2500; i += 1) runs.ran({ func: 'f', name: `n${i}` });
  expect([runs.of({ func: 'f', name: 'n0' }), runs.of({ func: 'f', name: 'n2499' })?.at(-1)]).toEqual([undefined, 1]);
});
