import { describe, expect, it } from 'vitest';
import { asStatement } from './bareExpression';

describe('a line of the shell', () => {
  it.each(['6*7', 'sqrt(2)', '(1,2)+(3,4)', '"a"+"b"', '"text"', 'unitcircle', 'a[0]', 'x == 3', 'true'])(
    'prints the value of %j',
    (line) => expect(asStatement(line)).toBe(`write(${line});`),
  );

  it.each(['draw(unitcircle)', 'size(5cm) '])('does what %j says', (line) =>
    expect(asStatement(line)).toBe(`${line.trim()};`),
  );

  it.each([
    '',
    '  ',
    '6*7;',
    'real x',
    'real[] a',
    'x = 3',
    'x += 3',
    'import graph',
    'if (true)',
    'void f() {',
    '}',
    'draw((0,0)--',
    'draw((0,0)',
    'f(x))',
    '// 6*7',
    'a--',
    'return 3',
  ])('leaves %j as it is', (line) => expect(asStatement(line)).toBe(line));
});
