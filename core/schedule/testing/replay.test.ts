import { describe, expect, it } from 'vitest';
import { createRandom } from '../random';
import { replay } from './replay';
import { measuredWorkload, WORKLOADS } from './workload';

const measured = measuredWorkload([
  { taskClass: 'default', share: 0.7, seconds: [0.2, 0.3, 0.5, 0.9, 2] },
  { taskClass: 2, share: 0.3, seconds: [1, 5, 40] },
]);
const workloads = { ...WORKLOADS, measured };
const base = { backends: 4, load: 0.95 };

// docs/queue.md, 13 to 15. The long replays are run by the benchmarks; these are small, so their bounds are wide.
describe('a replay', () => {
  it.each([
    ['considerate', { kind: 'considerate' } as const],
    ['literal', { kind: 'literal', random: () => 0.5 } as const],
  ])('finds every estimate exact, given the true run lengths, under the %s policy', (_, policy) => {
    const report = replay({ ...base, random: createRandom(7), waitingTasks: 500, policy, omniscient: true });
    expect(report.largestErrorSeconds).toBe(0);
    expect(report.estimates.pairs).toBe(500);
  });

  it.each(['uneven', 'even', 'measured'] as const)(
    'finds estimates useful and their bounds honest in the %s workload',
    (name) => {
      const { estimates, simpleGuess } = replay({
        ...base,
        random: createRandom(7),
        waitingTasks: 150,
        workload: workloads[name],
      });
      expect(estimates.relativeError).toBeLessThan(simpleGuess.relativeError);
      expect(estimates.boundShare).toBeGreaterThan(0.75);
    },
  );
});
