import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankOut } from './blankOut';
import { LinePositions } from './linePositions';
import { segmentsOf } from './segments';
import { closingIndices, tokensOf } from './tokens';
import { lastWordStart, wordBefore } from './wordBefore';

const code = fc
  .array(fc.constantFrom('a', '"', "'", '\\', '/', '*', '//', '/*', '*/', '\n', ' ', '{', '}', '(', ')', 'é', '😀'))
  .map((parts) => parts.join(''));

describe('the parts of a program', () => {
  it('are all of it, in order', () => {
    fc.assert(
      fc.property(code, (text) => {
        const parts = segmentsOf(text).map(({ from, to }) => text.slice(from, to));
        expect(parts.join('')).toBe(text);
        expect(parts).not.toContain('');
        expect(blankOut(text)).toHaveLength(text.length);
      }),
    );
  });

  it('are comments and strings with their marks, open ones to the end', () => {
    const kinds = (text: string) => segmentsOf(text).map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);
    expect(kinds('a "b\\"c" /* d */ // e\nf')).toEqual([
      ...['code a ', 'string "b\\"c"', 'code  ', 'comment /* d */', 'code  ', 'comment // e', 'code \nf'],
    ]);
    expect(kinds('a /* "b')).toEqual(['code a ', 'comment /* "b']);
    expect(kinds("'\\")).toEqual(["string '\\"]);
  });
});

describe('places', () => {
  it('are those that counting lines would find', () => {
    fc.assert(
      fc.property(code, fc.nat(40), (text, at) => {
        const before = text.slice(0, at).split('\n');
        const column = (before.at(-1)?.length ?? 0) + 1;
        expect(new LinePositions(text).of(Math.min(at, text.length))).toEqual({ line: before.length, column });
      }),
    );
  });
});

describe('brackets', () => {
  const closing = (text: string) => closingIndices(tokensOf(text))[0];

  it.each([
    ['( a ( b ) )', 5],
    ['( a', 2],
    ['{ ( }', 2],
    ['( ] )', 2],
    ['a ( b )', 3],
    ['[ ( ] )', 4],
  ])('%s', (text, at) => expect(closing(text)).toBe(at));
});

describe('the word before the end', () => {
  it.each([
    ['draw', 'draw'],
    ['a.b2', 'b2'],
    ['5cm', 'cm'],
    ['1a2', 'a2'],
    ['f(', ''],
    ['größe', 'größe'],
    ['😀a', 'a'],
    ['', ''],
  ])('%s: %s', (text, word) => expect(wordBefore(text)).toBe(word));

  it('is where a line editor stops', () => {
    expect(lastWordStart('draw(a, bc);  ')).toBe(8);
    expect(lastWordStart('')).toBe(0);
    expect(lastWordStart('--')).toBe(0);
  });
});
