import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthProblem, type Shape } from './growth';
import { PARSERS } from './parsers';

/** What has been slow once, or could be: long runs of one thing, things that never end, things inside of each other. */
const PIECES = [
  ...[
    'a',
    ' ',
    '\t',
    '\n',
    '\r',
    '1',
    '.',
    '"',
    "'",
    '\\',
    '\\"',
    '/',
    '/*',
    '//',
    '{',
    '}',
    '(',
    ')',
    '[',
    '=',
    '_',
    ',',
    ';',
  ],
  ...['{"a":', '[[', '\x1b[', '\x1b[200~', '😀', '\ud800', 'é', '-', '%', ':', '&'],
  ...[
    '! \n',
    '! a\nl.1 \\b\n',
    '! Undefined control sequence.\nl.1 \\a\\b\n',
    '\\a',
    '{a',
    '(1,1){',
    '<a\n',
    'l.1 {\n',
  ],
  ...[': 1.1: ', 'main.asy: 1.1: x\n', 'x.asy: 9.9: warning [a]: y\n', 'a: 1', 'Cannot execute x\n'],
  ...["error: could not load module 'a\n", "error: could not load module 'a'\n", '@asyground-units 1\n', '> ', '> \n'],
  ...['<defs>\n', '<defs>\n</defs>', '\n%%CreationDate:', 'from\n'],
  ...['import ', 'import a,', 'from a access ', 'from a access b', 'include "a";\n', '\nimport\n', 'import a as b;\n'],
  ...[
    'for(;;)',
    'for(int i;',
    'if(',
    'new ',
    'new int(){',
    'int a=new int(){',
    'struct a{',
    'typedef ',
    'int a,',
    'a.b',
  ],
  ...['void f(int a=', 'void f(){', 'f(a);\n', 'f(', 'int f(){}\n', 'a b ', 'else ', 'a[]', 'operator +'],
  ...['real a=1; // slider 0..1\n', 'real a=1', 'draw(a--', '--', 'A--B--', 'label(', 'graphic('],
  ...[
    '<svg ',
    '<svg width="1"',
    '<script ',
    '<defs>\n',
    '<',
    '/dev',
    'pgf\\pgf',
    'image/svg+xml,',
    'a/b;q=1,',
    ';q=',
    'respond-async ;',
  ],
] as const;
const shapes: readonly Shape[] = PIECES.flatMap((piece) => [
  { head: '', piece, tail: '' },
  { head: '"', piece, tail: '\\\n' },
]);
const pieces = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const ends = fc.oneof(fc.constant(''), pieces);

/** Others use the machine, too: a parser that is slow is so every time. */
const PATIENT = { timeout: 120_000, retry: 2 };

// docs/security.md, "Text from outside"
describe.each(Object.entries(PARSERS))('%s', (_name, parse) => {
  it('takes no more than its share of time for what is known to be slow', PATIENT, () => {
    const slow = shapes.flatMap((shape) => {
      const problem = growthProblem(parse, shape);
      return problem === undefined ? [] : [`${JSON.stringify(shape)}: ${problem}`];
    });
    expect(slow).toEqual([]);
  });

  it('takes no more than its share of time for anything else', PATIENT, () => {
    fc.assert(
      fc.property(ends, pieces, ends, (head, piece, tail) => {
        expect(growthProblem(parse, { head, piece, tail })).toBeUndefined();
      }),
      { numRuns: 8 },
    );
  });
});
