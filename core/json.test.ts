import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isTooDeep } from './json';

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;

it('tells how deep JSON is without parsing it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(8), (value, maxDepth) => {
      expect(isTooDeep(JSON.stringify(value), maxDepth)).toBe(depthOf(value) > maxDepth);
    }),
  );
});

it('is not led astray by brackets in texts', () => {
  expect(isTooDeep(JSON.stringify(['[[[[', '\\"[[[[', '{']), 1)).toBe(false);
  expect(isTooDeep('['.repeat(100), 99)).toBe(true);
  expect(isTooDeep('"[[[[', 1)).toBe(false);
});
