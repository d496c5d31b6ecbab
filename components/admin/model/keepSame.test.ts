import { expect, it } from 'vitest';
import { keepSame } from './keepSame';

it('is the old value if nothing changed', () => {
  const before = { a: [1, { b: 2 }], c: {} };
  expect(keepSame(before, structuredClone(before))).toBe(before);
});

it('keeps the parts that did not change, and nothing else', () => {
  const before = { a: { b: 1 }, c: { d: [1, 2] }, gone: 1 };
  const after = keepSame<object>(before, { a: { b: 1 }, c: { d: [1, 3] } });
  expect(after).toEqual({ a: { b: 1 }, c: { d: [1, 3] } });
  expect(Reflect.get(after, 'a')).toBe(before.a);
  expect(Reflect.get(after, 'c')).not.toBe(before.c);
});

it('takes a list for no object, and a shorter one for another', () => {
  expect(keepSame({}, [])).toEqual([]);
  expect(keepSame([1, 2], [1])).toEqual([1]);
  expect(keepSame({ a: undefined }, { b: undefined })).toEqual({ b: undefined });
});
