import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diff, merge, type Json } from './patch';

const json = fc.letrec<{ value: Json; leaf: Json; object: Json }>((tie) => ({
  leaf: fc.oneof(fc.integer(), fc.string({ maxLength: 3 }), fc.boolean(), fc.array(fc.integer(), { maxLength: 3 })),
  object: fc.dictionary(fc.string({ maxLength: 2 }), tie('value'), { maxKeys: 4, noNullPrototype: true }),
  value: fc.oneof({ maxDepth: 4 }, tie('leaf'), tie('object')),
}));

it('makes the second document of the first', () => {
  fc.assert(
    fc.property(json.object, json.object, (before, after) => {
      const patch = diff(before, after);
      expect(patch === undefined ? before : merge(before, patch)).toEqual(after);
    }),
  );
});

it('says nothing when nothing changed', () => {
  fc.assert(fc.property(json.value, (value) => diff(value, structuredClone(value)) === undefined));
});

it('names only what changed', () => {
  expect(diff({ a: { b: 1, c: [1] }, d: 2 }, { a: { b: 1, c: [2] } })).toEqual({ a: { c: [2] }, d: null });
});
