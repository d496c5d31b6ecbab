import { describe, expect, it } from 'vitest';
import { createRandom } from './random';
import { replay } from './replay';

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

  it.each(['uneven', 'even'] as const)(
    'finds estimates useful and their bounds honest in the %s workload',
    (workload) => {
      const { estimates, simpleGuess } = replay({ ...base, random: createRandom(7), waitingTasks: 150, workload });
      expect(estimates.relativeError).toBeLessThan(simpleGuess.relativeError);
      expect(estimates.boundShare).toBeGreaterThan(0.75);
    },
  );
});
