import { expect, it } from 'vitest';
import fc from 'fast-check';
import { ChurnMap } from './churnMap';

const change = fc.record({ kind: fc.constantFrom('set', 'delete'), key: fc.constantFrom('a', 'b', '__proto__', '7') });

it('holds what a Map holds', () => {
  fc.assert(
    fc.property(fc.array(change), (changes) => {
      const [churn, map] = [new ChurnMap<object>(), new Map<string, object>()];
      for (const { kind, key } of changes) {
        const value = {};
        if (kind === 'delete') expect(churn.delete(key)).toBe(map.delete(key));
        else {
          churn.set(key, value);
          map.set(key, value);
        }
      }
      for (const key of ['a', 'b', '__proto__', '7', 'toString']) {
        expect(churn.has(key)).toBe(map.has(key));
        expect(churn.get(key)).toBe(map.get(key));
      }
      expect(churn.size).toBe(map.size);
      expect(churn.keys().sort()).toEqual([...map.keys()].sort());
      expect(new Set(churn.values())).toEqual(new Set(map.values()));
    }),
  );
});
