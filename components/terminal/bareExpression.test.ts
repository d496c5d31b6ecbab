import { describe, expect, it } from 'vitest';
import { asStatement } from './bareExpression';

describe('a line of the shell', () => {
  it.each([
    '6*7',
    'sqrt(2)',
    '(1,2)+(3,4)',
    '"a"+"b"',
    '"text"',
    'unitcircle',
    'a[0]',
    'x == 3',
    'true',
    'new int[] {1, 2}',
  ])('prints the value of %j', (line) => expect(asStatement(line)).toBe(`write(${line});`));

  it('keeps a comment after it', () => {
    expect(asStatement('6*7 // the answer')).toBe('write(6*7); // the answer');
    expect(asStatement('draw(a)  // "a" ')).toBe('draw(a);  // "a"');
    expect(asStatement('"// no comment"')).toBe('write("// no comment");');
  });

  it.each([
    'draw(unitcircle)',
    'size(5cm) ',
    'real x',
    'real x = 3',
    'real[] a',
    'x += 3',
    'pair A = (0,0), B = (1,1)',
    'string s = "a"',
    'int[] a = {1, 2, 3}',
    'int[][] b = {{1}, {2}}',
    'import graph',
  ])('does what %j says', (line) => expect(asStatement(line)).toBe(`${line.trim()};`));

  it('calls a function without a value that was defined before', () => {
    expect(asStatement('f(3)', ['void f(int x) {', 'write(x);', '}'])).toBe('f(3);');
    expect(asStatement('f(3)', ['int f(int x) {', 'return x;', '}'])).toBe('write(f(3));');
  });

  it.each([
    '',
    '  ',
    '6*7;',
    'if (true)',
    'void f() {',
    '}',
    'draw((0,0)--',
    'draw((0,0)',
    'f(x))',
    '// 6*7',
    'draw(a, // first',
    'a--',
    'return 3',
    'real f(real x)',
    'int[] a = {1,',
    'var f = new void() {',
    'quit',
    'string s = "a',
    '// a "b"',
  ])('leaves %j as it is', (line) => expect(asStatement(line)).toBe(line));
});
