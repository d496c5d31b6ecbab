import { expect, it } from 'vitest';
import { Permits } from './permits';

it('names a permit so that no other leader gives the name, and knows its own again', () => {
  const permits = new Permits('term-1');
  expect(permits.numberOf(permits.nameOf(7))).toBe(7);
  expect(permits.nameOf(7)).not.toBe(new Permits('term-2').nameOf(7));
  expect(permits.numberOf(new Permits('term-2').nameOf(7))).toBeUndefined();
  for (const nonsense of ['', '7', 'term-1', 'term-1.x', 'term-1.1.5'])
    expect(permits.numberOf(nonsense)).toBe(undefined);
});

it('adopts those of an earlier leader under numbers of its own', () => {
  const permits = new Permits('term-2');
  permits.adopt('term-1.7', 1);
  expect(permits.numberOf('term-1.7')).toBe(1);
  expect(permits.nameOf(1)).toBe('term-1.7');
});
