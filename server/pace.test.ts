import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Pace } from './pace';

const RULES = { perSecond: 1000, burst: 500 };

describe('the pace of an address', () => {
  it('lets a burst through, holds what follows, and forgets after a rest', () => {
    let now = 0;
    const pace = new Pace(RULES, () => now);
    expect(pace.take('a', 500)).toBe(0);
    expect(pace.take('a', 250)).toBe(250);
    expect(pace.take('b', 500)).toBe(0);
    now = 10_000;
    expect(pace.take('a', 500)).toBe(0);
  });

  it('holds nobody for longer than its rules say, however much was sent', () => {
    let now = 0;
    const pace = new Pace({ ...RULES, maxRestMs: 2000 }, () => now);
    expect(pace.take('a', 1_000_000)).toBe(2000);
    expect(pace.take('a', 1_000_000)).toBe(2000);
    now = 2500;
    expect(pace.take('a', 500)).toBe(0);
  });

  it('never lets more through than the burst and what the time allows', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 100 }), (sizes) => {
        let now = 0;
        let taken = 0;
        const pace = new Pace(RULES, () => now);
        for (const size of sizes) {
          now += pace.take('a', size);
          taken += size;
          expect(taken).toBeLessThanOrEqual(RULES.burst + (now / 1000) * RULES.perSecond + 0.001);
        }
      }),
    );
  });
});
