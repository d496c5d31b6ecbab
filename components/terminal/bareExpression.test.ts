import { describe, expect, it } from 'vitest';
import { asStatement } from './bareExpression';

describe('a line of the shell', () => {
  it.each(['6*7', 'sqrt(2)', '(1,2)+(3,4)', '"a"+"b"', '"text"', 'unitcircle', 'a[0]', 'x == 3', 'true'])(
    'prints the value of %j',
    (line) => expect(asStatement(line)).toBe(`write(${line});`),
  );

  it.each([
    'draw(unitcircle)',
    'size(5cm) ',
    'real x',
    'real x = 3',
    'real[] a',
    'x += 3',
    'pair A = (0,0), B = (1,1)',
    'string s = "a"',
    'import graph',
  ])('does what %j says', (line) => expect(asStatement(line)).toBe(`${line.trim()};`));

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
    'a--',
    'return 3',
    'real f(real x)',
    'string s = "a',
    '// a "b"',
  ])('leaves %j as it is', (line) => expect(asStatement(line)).toBe(line));
});
