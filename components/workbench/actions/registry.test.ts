import { describe, expect, it } from 'vitest';
import { translatorOf } from '@/components/lib/translator';
import { ACTIONS, EDITOR_KEYS } from './registry';

describe('the list of actions', () => {
  it('has each id, title and key once, but for keys that are taken only at times', () => {
    for (const values of [
      ACTIONS.map(({ id }) => id),
      ACTIONS.map(({ title }) => title(translatorOf('workbench'))),
      [
        ...ACTIONS.flatMap(({ keys, takesKey }) => (takesKey ? [] : (keys ?? []))),
        ...EDITOR_KEYS.map(({ keys }) => keys),
      ],
    ]) {
      expect(new Set(values).size).toBe(values.length);
    }
  });
});
