import { describe, expect, it } from 'vitest';
import { findProblems } from './problems';

/** What asy says about a stumble at this line and column. */
const found = (code: string, position: string, words = 'syntax error') =>
  findProblems(`main.asy: ${position}: ${words}`, { files: [{ name: 'main.asy', contents: code }] }).map(
    ({ message, place }) => `${message} ${place?.line}.${place?.endColumn}`,
  );

describe('a missing sign', () => {
  it.each([
    ['size(3cm)\ndraw(unitcircle);', '2.1', 'Missing ; 1.10'],
    ['real f(real x) { return x }', '1.27', 'Missing ; 1.26'],
    ['string s = "a" // ; here\ndraw(unitcircle);', '2.1', 'Missing ; 1.15'],
    ['int x = 3 int y = 4;', '1.15', 'Missing ; 1.10'],
    ['if (true) draw(a) else draw(b);', '1.19', 'Missing ; 1.18'],
    ['draw(circle((0,0),1);', '1.21', 'Missing ) 1.21'],
    ['real x = a[2;\ndraw(b);', '1.13', 'Missing ] 1.13'],
    ['for (int i = 0; i < f(3; ++i) {}', '1.24', 'Missing ) 1.24'],
    ['import graph // axes\nsize(3cm);', '2.5', 'Missing ; 1.13'],
    ['int[] a = {1, 2}\nwrite(a);', '2.1', 'Missing ; 1.17'],
    ['int[][] a = {{1}, {2}}\nwrite(a);', '2.1', 'Missing ; 1.23'],
    ['pair[] p = new pair[] {A, B} // corners\ndraw(p[0]);', '2.1', 'Missing ; 1.29'],
  ])('is told of %j', (code, position, told) => expect(found(code, position)).toEqual([told]));

  it('is told at the end of the program', () => {
    expect(found('draw(unitcircle)\n', '2.1', 'unexpected end of input')).toEqual(['Missing ; 1.17']);
    expect(found('draw(unitcircle)', '1.16', 'unexpected end of input')).toEqual(['Missing ; 1.17']);
    expect(found('draw(a)\n// done', '2.1', 'unexpected end of input')).toEqual(['Missing ; 1.8']);
    expect(found('draw((0, 0)', '1.11', 'unexpected end of input')[0]).toMatch(/^Unexpected end/);
    expect(found('int[] a = {1}\n', '2.1', 'unexpected end of input')).toEqual(['Missing ; 1.14']);
    expect(found('if (true) { draw(a);\n', '2.1', 'unexpected end of input')).toEqual(['Missing } 1.21']);
  });

  it.each([
    ['draw(a b);', '1.8'],
    ['draw(a,\nfill(b);', '2.9'],
    ['draw(a) +;', '1.10'],
    ['for i in range(3):\n  draw(a);', '1.5'],
    ['for (int i = 0; i < 3; ++i;) {}', '1.27'],
    ['int[] a = {1, 2;', '1.16'],
    ['int 3x;', '1.5'],
    ['if (true) { draw(a); } else { } else', '1.33'],
  ])('is not told of %j', (code, position) => expect(found(code, position)[0]).toMatch(/^Syntax error/));
});
