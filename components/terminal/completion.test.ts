import { describe, expect, it } from 'vitest';
import { complete, wordsIn } from './completion';

const NAMES = ['draw', 'drawline', 'dot', 'dotframe', 'unitcircle'];

describe('Tab', () => {
  it.each([
    ['uni', 'tcircle', ['unitcircle']],
    ['x = d', '', ['dot', 'dotframe', 'draw', 'drawline']],
    ['draw(do', 't', ['dot', 'dotframe']],
    ['zzz', '', []],
    ['draw(', '', []],
  ])('after %j adds %j', (before, added, choices) => {
    expect(complete(before, NAMES)).toEqual({ added, choices });
  });

  it('knows the words that were written', () => {
    expect(wordsIn('int size2=f(3);')).toEqual(['int', 'size2', 'f']);
  });
});
