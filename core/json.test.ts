import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EDGE_LIMITS } from './limits';
import { excessOf, parseJson } from './json';

const childrenOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.values(value) : []);
const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...childrenOf(value).map(depthOf)) : 0;
const countOf = (value: unknown): number => childrenOf(value).reduce<number>((sum, child) => sum + countOf(child), 1);

const MANY = 1_000_000;

it('tells how deep JSON is without parsing it', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat(8), (value, maxDepth) => {
      const excess = excessOf(JSON.stringify(value), { maxDepth, maxValues: MANY });
      expect(excess !== undefined).toBe(depthOf(value) > maxDepth);
    }),
  );
});

it('counts its values without parsing it, and empty objects and lists at most twice', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const json = JSON.stringify(value);
      const count = countOf(value);
      expect(excessOf(json, { maxDepth: 99, maxValues: 2 * count })).toBeUndefined();
      if (count > 1) expect(excessOf(json, { maxDepth: 99, maxValues: count - 1 })).toMatch('values');
    }),
  );
});

it('is not led astray by what is in texts', () => {
  const limits = { maxDepth: 1, maxValues: 5 };
  expect(excessOf(JSON.stringify(['[[[[', '\\"[[[[', '{,,,,,']), limits)).toBeUndefined();
  expect(excessOf('['.repeat(100), { maxDepth: 99, maxValues: MANY })).toMatch('inside of each other');
  expect(excessOf('"[[[[,,,,,,', limits)).toBeUndefined();
});

it('parses only what may be meant', () => {
  expect(parseJson('{"a":[1,2]}')).toEqual({ a: [1, 2] });
  expect(parseJson('{"a":')).toBeUndefined();
  expect(parseJson(`[${'{},'.repeat(EDGE_LIMITS.maxJsonValues)}0]`)).toBeUndefined();
  expect(parseJson(`${'['.repeat(EDGE_LIMITS.maxJsonDepth + 1)}`)).toBeUndefined();
});
