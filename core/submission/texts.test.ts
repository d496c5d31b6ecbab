import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import type { Outcome } from '@/core/outcome';
import { formatSeconds, outcomeText } from './texts';

// docs/asyonline.md, 19 and 24
const TEXTS: [Outcome, string | undefined][] = [
  [{ kind: 'success' }, undefined],
  [{ kind: 'time-limit', durationSeconds: 3 }, 'Execution aborted due to the time limit (3.0s)'],
  [{ kind: 'time-limit', durationSeconds: 2.25 }, 'Execution aborted due to the time limit (2.25s)'],
  [{ kind: 'output-limit', maxOutputBytes: 524288 }, 'Execution aborted due to the output limit (524288B)'],
  [{ kind: 'memory-limit', maxMemoryBytes: 1073741824 }, 'Execution aborted due to the memory limit (1073741824B)'],
  [{ kind: 'failed' }, 'Execution failed'],
  [{ kind: 'no-image' }, 'No image output'],
  [{ kind: 'idle-limit', idleSeconds: 600 }, 'Execution aborted due to the idle limit (600.0s)'],
  [{ kind: 'halted' }, 'Execution aborted to free resources'],
  [{ kind: 'shutting-down' }, 'Server is shutting down'],
  [{ kind: 'server-error' }, 'Server error'],
];

describe('the words of an outcome', () => {
  it.each(TEXTS)('%j', (outcome, text) => {
    expect(outcomeText(outcome)).toBe(text);
  });
});

describe('seconds', () => {
  it.each([
    [3, '3.0'],
    [30, '30.0'],
    [0, '0.0'],
    [0.5, '0.5'],
    [0.1 + 0.2, '0.30000000000000004'],
    [1.25, '1.25'],
    [0.001, '0.001'],
  ])('%d is written %s', (seconds, text) => {
    expect(formatSeconds(seconds)).toBe(text);
  });

  it('read back as the same number', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1e6, noNaN: true }), (seconds) => {
        expect(Number(formatSeconds(seconds))).toBe(seconds);
      }),
    );
  });
});
