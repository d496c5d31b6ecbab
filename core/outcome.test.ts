import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { chooseOutcome, type Outcome } from './outcome';

// docs/asyonline.md, 19: time limit, output limit, memory limit, failed, no image.
const IN_ORDER: Outcome[] = [
  { kind: 'time-limit', durationSeconds: 3 },
  { kind: 'output-limit', maxOutputBytes: 10 },
  { kind: 'memory-limit', maxMemoryBytes: 20 },
  { kind: 'failed' },
  { kind: 'no-image' },
  { kind: 'success' },
];

describe('the outcome that is told', () => {
  it('is success when nothing was observed', () => {
    expect(chooseOutcome([])).toEqual({ kind: 'success' });
  });

  it('is the first in the order of precedence, however the observations are ordered', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray(IN_ORDER, { minLength: 1 }), (observed) => {
        expect(chooseOutcome(observed)).toBe(IN_ORDER.find((outcome) => observed.includes(outcome)));
      }),
    );
  });

  it('puts our own reasons before those of the program', () => {
    expect(chooseOutcome([{ kind: 'failed' }, { kind: 'halted' }])).toEqual({ kind: 'halted' });
    expect(chooseOutcome([{ kind: 'halted' }, { kind: 'server-error' }])).toEqual({ kind: 'server-error' });
  });
});
