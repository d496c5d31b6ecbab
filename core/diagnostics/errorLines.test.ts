import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseErrorLines, utf16Column } from './errorLines';

describe('error lines of asy', () => {
  it('finds position and text, and leaves the quoted source alone', () => {
    const text =
      'draw((0,0)--(1,1)\n                ^\nmain.asy: 1.17: unexpected end of input\n\nerror: could not load module';
    expect(parseErrorLines(text)).toEqual([
      { file: 'main.asy', line: 1, byteColumn: 17, severity: 'error', message: 'unexpected end of input' },
    ]);
  });

  it('tells warnings from errors and drops the words about them', () => {
    expect(parseErrorLines('a b.asy: 3.1: warning [unravel]: hides')).toMatchObject([
      { severity: 'warning', message: 'hides', file: 'a b.asy' },
    ]);
    expect(parseErrorLines('/usr/share/asymptote/plain.asy: 1.2: runtime: bad')).toMatchObject([
      { severity: 'error', message: 'bad' },
    ]);
  });

  it('turns byte columns into UTF-16 columns', () => {
    expect(utf16Column('draw(x);', 6)).toBe(6);
    expect(utf16Column('"é"+x', 6)).toBe(5);
    expect(utf16Column('"😀"+x', 8)).toBe(6);
    expect(utf16Column('ab', 10)).toBe(3);
  });

  it('never leaves the line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(400), (line, byteColumn) => {
        const column = utf16Column(line, byteColumn);
        expect(column).toBeGreaterThanOrEqual(1);
        expect(column).toBeLessThanOrEqual(line.length + 1);
      }),
    );
  });
});
