import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLevels, DEFAULT_LEVELS, levelOf, resolveLimits, type Level } from './levels';
import { levelsArbitrary } from './testing/scenario';

describe('limits in force', () => {
  // docs/queue.md, 1
  it.each([
    [0, [0, 0, 0]],
    [1, [1, 1, 1]],
    [2, [2, 2, 1]],
    [3, [3, 2, 2]],
    [4, [4, 3, 2]],
    [16, [16, 12, 8]],
  ])('for %i backends are by default %j', (backends, limits) => {
    expect(resolveLimits(DEFAULT_LEVELS, backends)).toEqual(limits);
  });

  it('may be counts, and never exceed the level below', () => {
    const levels: Level[] = [
      { durationSeconds: 1, limit: { percent: 100 } },
      { durationSeconds: 2, limit: { count: 3 } },
      { durationSeconds: 4, limit: { percent: 90 } },
    ];
    expect(resolveLimits(levels, 2)).toEqual([2, 2, 2]);
    expect(resolveLimits(levels, 10)).toEqual([10, 3, 3]);
  });

  it('descend from F and are at least 1, for any list', () => {
    fc.assert(
      fc.property(levelsArbitrary, fc.integer({ min: 1, max: 50 }), (levels, backends) => {
        const limits = resolveLimits(levels, backends);
        expect(limits[0]).toBe(backends);
        expect(limits).toEqual([...limits].sort((one, other) => other - one));
        expect(Math.min(...limits)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

describe('the level of a duration', () => {
  it.each([
    [0.5, 0],
    [3, 0],
    [3.1, 1],
    [10, 1],
    [30, 2],
    [100, 2],
  ])('of %d s is level %i', (seconds, level) => {
    expect(levelOf(seconds, DEFAULT_LEVELS)).toBe(level);
  });
});

describe('the check of a list', () => {
  const fast = { durationSeconds: 3, limit: { percent: 100 } };
  it.each<[string, Level[]]>([
    ['empty', []],
    ['a first level below 100 %', [{ durationSeconds: 3, limit: { percent: 50 } }]],
    ['a first level with a count', [{ durationSeconds: 3, limit: { count: 2 } }]],
    ['durations that do not ascend', [fast, fast]],
    ['a duration of 0', [{ ...fast, durationSeconds: 0 }]],
    ['a duration that is no number', [{ ...fast, durationSeconds: NaN }]],
    ['a count of 0', [fast, { durationSeconds: 9, limit: { count: 0 } }]],
    ['half a backend', [fast, { durationSeconds: 9, limit: { count: 1.5 } }]],
    ['0 %', [fast, { durationSeconds: 9, limit: { percent: 0 } }]],
    ['over 100 %', [fast, { durationSeconds: 9, limit: { percent: 101 } }]],
  ])('refuses %s', (_, levels) => {
    expect(checkLevels(levels)?.code).toBe('config');
  });

  it('accepts every good list', () => {
    expect(checkLevels(DEFAULT_LEVELS)).toBeUndefined();
    fc.assert(fc.property(levelsArbitrary, (levels) => checkLevels(levels) === undefined));
  });
});
