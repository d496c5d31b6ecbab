import { describe, expect, it } from 'vitest';
import { DEFAULT_LAYOUT, readLayout, writeLayout } from './settings';
import { memoryStorage } from '@/components/lib/testing/memoryStorage';
import { STEPS, beginningOf } from './tutorialSteps';

describe('the tutorial', () => {
  it('has ten steps, each done by its solution and not before', () => {
    expect(STEPS).toHaveLength(10);
    for (const [index, { title, solution, isDone }] of STEPS.entries()) {
      expect([title, isDone(solution)]).toEqual([title, true]);
      expect([title, isDone(beginningOf(index))]).toEqual([title, false]);
    }
  });

  it('does not take words in a comment for a deed', () => {
    expect(STEPS[1]?.isDone('// draw(A -- B -- cycle)')).toBe(false);
  });

  it('is remembered where it was left', () => {
    const store = memoryStorage();
    writeLayout(store, { ...DEFAULT_LAYOUT, isTutorialOpen: true, tutorialStep: STEPS.length - 1 });
    expect(readLayout(store)).toMatchObject({ isTutorialOpen: true, tutorialStep: 9 });
  });
});
