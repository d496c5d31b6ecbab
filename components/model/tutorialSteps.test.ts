import { describe, expect, it } from 'vitest';
import { DEFAULT_LAYOUT, readLayout, writeLayout } from './settings';
import { memoryStorage } from '@/components/lib/testing/memoryStorage';
import { LOCALES, type Locale } from '@/core/locale';
import { messagesFor } from '@/messages';
import { STEPS, beginningOf } from './tutorialSteps';

describe('the tutorial', () => {
  it('has eleven steps, each done by its solution and not before', () => {
    expect(STEPS).toHaveLength(11);
    for (const [index, { name, solution, isDone }] of STEPS.entries()) {
      expect([name, isDone(solution)]).toEqual([name, true]);
      expect([name, isDone(beginningOf(index))]).toEqual([name, false]);
    }
  });

  it('does not take words in a comment for a deed', () => {
    expect(STEPS[1]?.isDone('// draw(A -- B -- cycle)')).toBe(false);
  });

  it.each(LOCALES)('shows the same code in %s as in English', (locale) => {
    const codeIn = (language: Locale, name: (typeof STEPS)[number]['name']) => {
      const { about = '', task = '' } = messagesFor(language, ['tutorial']).tutorial?.steps[name] ?? {};
      return [about, task].map((text) => (text.match(/`[^`]*`/g) ?? []).sort());
    };
    for (const { name } of STEPS) expect([name, codeIn(locale, name)]).toEqual([name, codeIn('en', name)]);
  });

  it('is remembered where it was left', () => {
    const store = memoryStorage();
    writeLayout(store, { ...DEFAULT_LAYOUT, isTutorialOpen: true, tutorialStep: STEPS.length - 1 });
    expect(readLayout(store)).toMatchObject({ isTutorialOpen: true, tutorialStep: 10 });
  });
});
