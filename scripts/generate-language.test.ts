import { describe, expect, it } from 'vitest';
import { parseListing, parsePlaces } from './generate-language.mjs';

describe("asy's listing of a module", () => {
  it('becomes a table by name, overloads together', () => {
    const listing = [
      'real cbrt(real x);',
      'real[] cbrt(real[] a);',
      'pen heavyred;',
      'real cbrt(real x);',
      'string stripsuffix(string f, string suffix=<default>);',
      'pair operator *(pair, pair);',
      'marginT PenMargin(path, pen)(real begin, real end=<default>);',
      'not a declaration',
    ].join('\n');
    expect(parseListing(listing)).toEqual([
      ['PenMargin', 'marginT PenMargin(path, pen)(real begin, real end=...)'],
      ['cbrt', 'real cbrt(real x)', 'real[] cbrt(real[] a)'],
      ['heavyred', 'pen heavyred'],
      ['stripsuffix', 'string stripsuffix(string f, string suffix=...)'],
    ]);
  });
});

describe('the places of functions in a file of asy', () => {
  it('are those at the margin', () => {
    const source =
      'line line(point A) {\n  real f(int x) { return 1; }\n}\nstruct circle\n{\n}\npath[] box (frame f)\n// a (b)\nif (x) {}';
    expect(parsePlaces(source)).toEqual([
      [1, 'line'],
      [4, 'circle'],
      [7, 'box'],
    ]);
  });
});
