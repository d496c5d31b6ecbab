import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LEVELS, type Level } from './levels';
import { levelsArbitrary } from './testing/scenario';
import { className, classNamed, classOf, lineClasses } from './taskClass';

const named = (levels: readonly Level[]): string[] => lineClasses(levels).map((it) => className(it, levels));

describe('the names of classes', () => {
  it('are those of the glossary for the default levels', () => {
    expect(named(DEFAULT_LEVELS)).toEqual(['fast', 'medium', 'slow', 'default', 'batch']);
  });

  it('go by duration in any other list, except for fast', () => {
    const levels = [1, 10, 60].map((durationSeconds) => ({ durationSeconds, limit: { percent: 100 } }));
    expect(named(levels)).toEqual(['fast', '10s', '60s', 'default', 'batch']);
  });

  it('lead back to the class', () => {
    fc.assert(
      fc.property(levelsArbitrary, (levels) => {
        for (const taskClass of [...lineClasses(levels), 'interactive' as const]) {
          expect(classNamed(className(taskClass, levels), levels)).toBe(taskClass);
        }
      }),
    );
    expect(classNamed('quick', DEFAULT_LEVELS)).toBeUndefined();
  });
});

it('the class of a render follows from the duration that was asked for', () => {
  expect([undefined, 2, 3, 4, 30, 99].map((seconds) => classOf(seconds, DEFAULT_LEVELS))).toEqual([
    'default',
    0,
    0,
    1,
    2,
    2,
  ]);
});
