import { describe, expect, it } from 'vitest';
import { isRepeatable } from './repeatable';

const repeatable = (source: string, name = 'main.asy') =>
  isRepeatable(new Map([[name, new TextEncoder().encode(source)]]));

/** docs/render-api.md, 12 */
describe('a program that draws the same every time', () => {
  it.each(['draw(unitcircle);', 'srand(7); write(rand());', 'real timer, lifetime;', 'label("$\\times$");'])(
    'is %s',
    (source) => expect(repeatable(source)).toBe(true),
  );

  it.each([
    'label(time("%H:%M"));',
    'srand(seconds());',
    'write(cputime().parent.user);',
    'eval("ti"+"me()");',
    'label("\\today");',
    'label("\\number\\pdfuniformdeviate 9");',
    'texpreamble("\\usepackage{tikz}"); label("\\pgfmathrandom{9}");',
    'file f=input("/dev/urandom");',
  ])('is not %s', (source) => expect(repeatable(source)).toBe(false));

  it('is judged by programs and TeX, not by data', () => {
    expect(repeatable('time,value\n', 'data.csv')).toBe(true);
    expect(repeatable('\\today', 'words.tex')).toBe(false);
  });
});
