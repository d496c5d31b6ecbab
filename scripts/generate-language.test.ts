import { describe, expect, it } from 'vitest';
import { parseDefaults, parseListing, parsePlaces, withDefaults } from './generate-language.mjs';

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
      ['PenMargin', 'margin PenMargin(real begin, real end=...)'],
      ['cbrt', 'real cbrt(real x)', 'real[] cbrt(real[] a)'],
      ['heavyred', 'pen heavyred'],
      ['stripsuffix', 'string stripsuffix(string f, string suffix=...)'],
    ]);
  });
});

describe('a type of functions', () => {
  it('is told by its name, in parameters and results', () => {
    const arrow = 'bool arrow(picture, path, pen, marginT(path, pen))=<default>, marginT margin(path, pen)=<default>';
    const ticks =
      'frame, transform, Label, pair, path, path, pen, bool(picture, path, pen, marginT(path, pen)), marginT(path, pen), ticklocate, int[], bool opposite=<default>';
    const listing = [
      'bool Arrow(picture, path, pen, marginT(path, pen));',
      'bool Arrow(picture, path, pen, marginT(path, pen))(real size=<default>);',
      `void LeftTicks(${ticks})(Label format=<default>);`,
      `void xaxis(void axis(picture, axisT)=<default>, void ticks(${ticks})=<default>, ${arrow});`,
    ].join('\n');
    const source = 'arrowbar Arrow(real size=0)\n{\n}';
    expect(withDefaults(parseListing(listing), parseDefaults(source))).toEqual([
      ['Arrow', 'arrowbar Arrow', 'arrowbar Arrow(real size=0)'],
      ['LeftTicks', 'ticks LeftTicks(Label format=...)'],
      ['xaxis', 'void xaxis(axis axis=..., ticks ticks=..., arrowbar arrow=..., margin margin=...)'],
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

describe('what parameters are if they are left out', () => {
  it('is read from the files of asy, where it is short', () => {
    const source = `void draw(picture pic=currentpicture, Label L="", explicit path g, // which
          pen p=currentpen) {}
path arc(pair c, real[] a=new real[] {1, 2}) {}
void fill(pen p=red) {}
void fill(pen[] p=pens) {}`;
    const table = parseListing(
      [
        'void draw(picture pic=<default>, Label L=<default>, explicit path g, pen p=<default>);',
        'void draw(frame f, pen p=<default>);',
        'path arc(pair c, real[] a=<default>);',
        'void fill(pen p=<default>);',
        'void fill(pen[] p=<default>);',
      ].join('\n'),
    );
    expect(withDefaults(table, parseDefaults(source))).toEqual([
      ['arc', 'path arc(pair c, real[] a=...)'],
      [
        'draw',
        'void draw(picture pic=currentpicture, Label L="", explicit path g, pen p=currentpen)',
        'void draw(frame f, pen p=...)',
      ],
      ['fill', 'void fill(pen p=red)', 'void fill(pen[] p=pens)'],
    ]);
  });
});
