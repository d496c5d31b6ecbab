import { expect, it } from 'vitest';
import { hasManyLines } from './plainSession';

it('tells programs that a field of the browser can show from those it would freeze at', () => {
  expect(hasManyLines('')).toBe(false);
  expect(hasManyLines('draw(unitsquare);\n'.repeat(1000))).toBe(false);
  expect(hasManyLines('\n'.repeat(1999))).toBe(false);
  expect(hasManyLines('\n'.repeat(2000))).toBe(true);
  expect(hasManyLines('x'.repeat(100_000))).toBe(false);
});
