import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minimalEdit } from './minimalEdit';

describe('the smallest edit', () => {
  it('replaces only what differs', () => {
    expect(minimalEdit('real a = 2.5;', 'real a = 2.7;')).toEqual({ from: 11, to: 12, text: '7' });
    expect(minimalEdit('aa', 'aaa')).toEqual({ from: 2, to: 2, text: 'a' });
  });

  it('leads from one text to the other', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (before, after) => {
        const { from, to, text } = minimalEdit(before, after);
        expect(before.slice(0, from) + text + before.slice(to)).toBe(after);
      }),
    );
  });
});
