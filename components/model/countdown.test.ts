import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countDown, secondsLeft, type Countdown } from './countdown';

describe('a countdown', () => {
  it('counts the seconds down, and stops at none', () => {
    const countdown = countDown(undefined, 4, 1000);
    expect([1000, 2500, 5000, 9000].map((now) => secondsLeft(countdown, now))).toEqual([4, 2.5, 0, 0]);
  });

  it('goes slower towards a slightly longer estimate, and faster towards a shorter one', () => {
    const first = countDown(undefined, 10, 0);
    const longer = countDown(first, 10, 1000);
    expect(secondsLeft(longer, 1000)).toBe(9);
    expect(secondsLeft(longer, 2000)).toBe(8.5);
    expect(secondsLeft(longer, 4000)).toBe(7);
    const shorter = countDown(first, 8, 1000);
    expect(secondsLeft(shorter, 1000)).toBe(9);
    expect(secondsLeft(shorter, 2000)).toBe(7.5);
    expect(secondsLeft(shorter, 4000)).toBe(5);
  });

  it('shows no more to a clock that is a moment behind', () => {
    const over = countDown(countDown(undefined, 4, 0), 0.9, 4000);
    expect([3950, 4000].map((now) => secondsLeft(over, now))).toEqual([0, 0]);
    const under = countDown(countDown(undefined, 10, 0), 9.5, 1000);
    expect([950, 1000].map((now) => secondsLeft(under, now))).toEqual([9, 9]);
  });

  it('takes over at once what is far off', () => {
    const first = countDown(undefined, 4, 0);
    expect(secondsLeft(countDown(first, 30, 1000), 1000)).toBe(30);
    expect(secondsLeft(countDown(countDown(undefined, 30, 0), 3, 1000), 1000)).toBe(3);
  });

  it('never jumps while the estimates are near what is shown, and ends where the last one says', () => {
    const nudges = fc.array(fc.double({ min: -1.9, max: 1.9, noNaN: true }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.double({ min: 30, max: 100, noNaN: true }), nudges, (seconds, noise) => {
        let now = 0;
        let countdown: Countdown = countDown(undefined, seconds, now);
        for (const off of noise) {
          const before = secondsLeft(countdown, (now += 1000));
          countdown = countDown(countdown, Math.max(0, before + off), now);
          expect(secondsLeft(countdown, now)).toBeCloseTo(before);
          const after = secondsLeft(countdown, now + 500);
          expect(after).toBeLessThanOrEqual(before);
          expect(before - after).toBeLessThanOrEqual(0.751);
        }
        const end = now + countdown.estimateSeconds * 1000;
        expect(secondsLeft(countdown, end)).toBeCloseTo(0);
      }),
    );
  });
});
