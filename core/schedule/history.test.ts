import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawRunSeconds, History, type RunTime } from './history';
import { DEFAULT_LEVELS } from './levels';
import { createRandom } from './random';

const run = (seconds: number, cutShort = false): RunTime => ({ seconds, cutShort });

describe('the history of run times', () => {
  it('starts with priors, which real runs push out', () => {
    const history = new History(DEFAULT_LEVELS, 200);
    expect(history.busyMeanSeconds(0)).toBeGreaterThan(0);
    const priors = history.sorted(0).length;
    for (let i = 0; i < priors; i += 1) history.record(0, run(1.25));
    expect(history.busyMeanSeconds(0)).toBeCloseTo(1.25, 10);
    expect(history.isGuess(0)).toBe(false);
  });

  it('borrows from other classes, for at most the duration of its own', () => {
    const history = new History(DEFAULT_LEVELS, 200);
    for (let i = 0; i < 8; i += 1) history.record(1, run(i < 4 ? 0.5 : 9));
    expect(new Set(history.sorted(2).map(({ seconds }) => seconds))).toEqual(new Set([0.5, 9]));
    expect(new Set(history.sorted(0).map(({ seconds }) => seconds))).toEqual(new Set([0.5, 3]));
    history.record(2, run(20));
    expect(history.sorted(2).at(-1)).toEqual(run(20));
  });

  // docs/queue.md, 22
  it('knows what was seen, and nothing else', () => {
    const history = new History(DEFAULT_LEVELS, 200);
    expect(history.knownMeanSeconds(2)).toBe(0);
    history.record(0, run(0.5));
    expect(history.knownMeanSeconds(2)).toBe(0.5);
    history.record(2, run(12));
    expect(history.knownMeanSeconds(2)).toBe(12);
    expect(history.knownMeanSeconds(0)).toBe(0.5);
  });

  it('remembers the last run of each client, of a bounded number of them', () => {
    const history = new History(DEFAULT_LEVELS, 200);
    history.record(0, run(1), 'ann');
    history.record(0, run(2), 'ann');
    expect(history.lastSeconds().get('ann')).toBe(2);
    for (let i = 0; i < 1000; i += 1) history.record(0, run(1), `c${i}`);
    expect(history.lastSeconds().has('ann')).toBe(false);
  });

  it('keeps the most recent runs, and hands them out oldest first', () => {
    const history = new History(DEFAULT_LEVELS, 10);
    for (let i = 1; i <= 25; i += 1) history.record('default', run(i));
    const [entry] = [...history.recorded()];
    expect(entry?.[0]).toBe('default');
    expect(entry?.[1].map(({ seconds }) => seconds)).toEqual([16, 17, 18, 19, 20, 21, 22, 23, 24, 25]);
  });

  it('does not hand out priors', () => {
    const history = new History(DEFAULT_LEVELS, 200);
    history.record('batch', run(4));
    expect([...history.recorded()]).toEqual([['batch', [run(4)]]]);
  });

  it('takes each run in a mean for at most what its class gets while others wait', () => {
    const history = new History(DEFAULT_LEVELS, 8);
    for (let i = 0; i < 8; i += 1) history.record('default', run(i % 2 === 0 ? 1 : 9));
    expect(history.busyMeanSeconds('default')).toBeCloseTo(2, 10);
    for (let i = 0; i < 8; i += 1) history.record(1, run(i % 2 === 0 ? 1 : 9));
    expect(history.busyMeanSeconds(1)).toBeCloseTo(5, 10);
  });
});

// docs/queue.md, 14
describe('a drawn run length', () => {
  const sorted = [run(1), run(2), run(3, true), run(5), run(8)];
  const drawn = (elapsed: number, duration: number): Set<number> => {
    const random = createRandom(1);
    return new Set(Array.from({ length: 300 }, () => drawRunSeconds(sorted, elapsed, duration, random)));
  };

  it('is that of a run which took longer than what has elapsed', () => {
    expect(drawn(0, 30)).toEqual(new Set([1, 2, 5, 8]));
    expect(drawn(2, 30)).toEqual(new Set([5, 8]));
  });

  it('is the duration where runs would exceed it, or none was ever that long', () => {
    expect(drawn(0, 3)).toEqual(new Set([1, 2, 3]));
    expect(drawn(8, 30)).toEqual(new Set([30]));
  });

  it('always lies between what has elapsed and the duration', () => {
    const runs = fc.array(fc.record({ seconds: fc.double({ min: 0, max: 40, noNaN: true }), cutShort: fc.boolean() }));
    fc.assert(
      fc.property(runs, fc.double({ min: 0, max: 30, noNaN: true }), fc.nat(), (times, elapsed, seed) => {
        const ascending = [...times].sort((one, other) => one.seconds - other.seconds);
        const length = drawRunSeconds(ascending, elapsed, 30, createRandom(seed));
        expect(length).toBeGreaterThanOrEqual(elapsed);
        expect(length).toBeLessThanOrEqual(30);
      }),
    );
  });
});
