import { describe, expect, it } from 'vitest';
import { Programs } from './programs';

const MAIN = `import shapes;
int n = 1;
real f(int n) { return n; }
struct Box { int width; void grow() { width += 1; } }
Box b;
b.width = n;
draw(arch);
`;

const programs = new Programs(
  new Map([
    ['main.asy', MAIN],
    ['shapes.asy', 'include "lines.asy";\npath arch = unitcircle;\nvoid helper() { int inner; }'],
    ['lines.asy', 'import shapes;\npath line = (0,0)--(1,1);'],
  ]),
);

function meaning(marked: string): string[] {
  const offset = MAIN.indexOf(marked.replace('|', '')) + marked.indexOf('|');
  return programs.definitionsAt('main.asy', offset).map(({ file, definition }) => `${file}: ${definition.signature}`);
}

describe('the meaning of a name', () => {
  it('is that of the innermost scope', () => {
    expect(meaning('return |n')).toEqual(['main.asy: int n']);
    expect(programs.definitionsAt('main.asy', MAIN.indexOf('return n') + 7)[0]?.definition.kind).toBe('parameter');
    expect(programs.definitionsAt('main.asy', MAIN.indexOf('= n;') + 2)[0]?.definition.kind).toBe('variable');
  });

  it('is a member after a dot, and inside of the structure', () => {
    expect(meaning('b.wid|th')).toEqual(['main.asy: int width']);
    expect(meaning('{ |width +=')).toEqual(['main.asy: int width']);
    expect(meaning('|b.width')).toEqual(['main.asy: Box b']);
  });

  it('is found in the files that are imported, also around a circle', () => {
    expect(meaning('draw(ar|ch)')).toEqual(['shapes.asy: path arch']);
    expect(programs.named('main.asy', 0, 'line')).toHaveLength(1);
    expect(programs.named('main.asy', 0, 'inner')).toHaveLength(0);
    expect(programs.imported('main.asy')).toEqual(['shapes.asy', 'lines.asy']);
    expect(programs.importAt('main.asy', 8)).toBe('shapes.asy');
  });

  it('is unknown for words of asy, in texts and in comments', () => {
    expect(meaning('dra|w(')).toEqual([]);
    expect(new Programs(new Map([['a.asy', 'int x; // x']])).definitionsAt('a.asy', 11)).toEqual([]);
  });

  it('is among all that can be named there', () => {
    const names = programs.visible('main.asy', MAIN.indexOf('return n')).map(({ definition }) => definition.name);
    expect(names).toEqual(['n', 'n', 'f', 'Box', 'b', 'arch', 'helper', 'line']);
  });
});
