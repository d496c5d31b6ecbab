import { findSliders } from './slider';
import { blankOut } from '@/core/language/blankOut';
import { outlineOf } from '@/core/language/definitions';
import { tokensOf } from '@/core/language/tokens';

/**
 * The tutorial: ten steps that build one drawing. Each begins with what the step before has made; `isDone` looks at the
 * program, whoever wrote it, and the page asks besides that it was drawn.
 */

interface Step {
  readonly title: string;
  /** One thing to know. Code stands between backquotes, here and in the task. */
  readonly about: string;
  /** One thing to do. */
  readonly task: string;
  /** A program that does it. */
  readonly solution: string;
  readonly isDone: (code: string) => boolean;
}

const SIZE = 'size(7cm);\n';
/** What the first step begins with: something to see. */
const START = `${SIZE}dot((0, 0));\ndot((4, 2));\n`;

/** A drawing of something; `pattern` is looked for after the word. */
const draws =
  (pattern: RegExp, after = '(') =>
  (code: string) =>
    blankOut(code)
      .split(';')
      .map((part) => part.slice(part.search(/\bdraw\s*\(/)))
      .some(
        (part) =>
          part.startsWith('draw') &&
          part.includes(after) &&
          pattern.test(part.slice(part.indexOf(after) + after.length)),
      );
const has = (pattern: RegExp) => (code: string) => pattern.test(blankOut(code));

const POINTS = 'pair A = (0, 0), B = (4, 0), C = (1, 3);\n';
const TRIANGLE = 'A -- B -- C -- cycle';
const LABELS = 'label("$A$", A, SW);\nlabel("$B$", B, SE);\nlabel("$C$", C, N);\n';
const FILLED = `${SIZE}${POINTS}fill(${TRIANGLE}, palecyan);\ndraw(${TRIANGLE}, blue + linewidth(1));\n${LABELS}`;
const LOOP = 'for (int i = 0; i <= 4; ++i) dot((i, 0));\n';
const MIDDLE = 'pair middle(pair P, pair Q) { return (P + Q) / 2; }\ndraw(C -- middle(A, B), dashed);\n';

export const STEPS: readonly Step[] = [
  {
    title: 'A line',
    about:
      'A program is a list of commands, each ending with a semicolon. Points are pairs of numbers; `--` connects them.',
    task: 'Connect the two dots. On a new line, write: `draw((0, 0) -- (4, 2));`',
    solution: `${START}draw((0, 0) -- (4, 2));\n`,
    isDone: draws(/\)\s*--\s*\(/),
  },
  {
    title: 'A closed path',
    about: 'A path can have any number of points. Use `cycle` to return to the start.',
    task: 'Turn the line into a triangle, without the dots: `draw((0, 0) -- (4, 0) -- (1, 3) -- cycle);`',
    solution: `${SIZE}draw((0, 0) -- (4, 0) -- (1, 3) -- cycle);\n`,
    isDone: draws(/--\s*cycle/, '--'),
  },
  {
    title: 'Names for points',
    about: 'Give a name to anything you use more than once. A point is a `pair`: `pair A = (0, 0);`',
    task: 'Name the corners A, B and C, and draw `A -- B -- C -- cycle`.',
    solution: `${SIZE}${POINTS}draw(${TRIANGLE});\n`,
    isDone: has(/\bA\s*--\s*B\s*--\s*C\s*--\s*cycle/),
  },
  {
    title: 'Labels',
    about:
      'A label is TeX text at a point, shifted in a direction such as `N`, `SW` or `E`. Put formulas between dollar signs.',
    task: 'Label the three corners, starting with: `label("$A$", A, SW);`',
    solution: `${SIZE}${POINTS}draw(${TRIANGLE});\n${LABELS}`,
    isDone: (code) => (blankOut(code).match(/\blabel\s*\(/g) ?? []).length >= 3,
  },
  {
    title: 'Pens',
    about: 'A pen combines colour, width and dashes: `red + dashed + linewidth(1)`.',
    task: 'Draw the triangle with a pen: put a comma and `blue + linewidth(1)` after `cycle`.',
    solution: `${SIZE}${POINTS}draw(${TRIANGLE}, blue + linewidth(1));\n${LABELS}`,
    isDone: draws(/cycle\s*,\s*\w/),
  },
  {
    title: 'Filling',
    about: '`fill` paints the inside of a closed path. Later commands draw on top of earlier ones.',
    task: 'Before drawing the triangle, fill it: `fill(A -- B -- C -- cycle, palecyan);`',
    solution: FILLED,
    isDone: has(/\bfill(?:draw)?\s*\(/),
  },
  {
    title: 'Curves',
    about: 'Use `..` instead of `--` for a smooth curve. `circle` and `arc` are built in.',
    task: 'Draw a circle around A: `draw(circle(A, 0.5), red);`',
    solution: `${FILLED}draw(circle(A, 0.5), red);\n`,
    isDone: has(/\b(?:circle|arc)\s*\(|\.\./),
  },
  {
    title: 'Loops',
    about: 'A loop repeats a command for each number: `for (int i = 0; i < 5; ++i) ...`',
    task: 'Put dots along the base with a loop around `dot((i, 0));`',
    solution: `${FILLED}draw(circle(A, 0.5), red);\n${LOOP}`,
    isDone: has(/\bfor\s*\([^;(]*;[^;(]*;/),
  },
  {
    title: 'Your own functions',
    about: 'A function has a type, a name and parameters, and returns a value.',
    task: 'Write a function that returns the midpoint of two points, then draw a line from C to the midpoint of A and B.',
    solution: `${FILLED}draw(circle(A, 0.5), red);\n${LOOP}${MIDDLE}`,
    isDone: usesOwnFunction,
  },
  {
    title: 'Sliders',
    about: 'A number with the comment `// slider 0..2 step 0.1` gets a slider below the code.',
    task: 'Turn the radius into a slider called `r`, use it in `circle(A, r)`, and drag it.',
    solution: `real r = 0.5;  // slider 0..2 step 0.1\n${FILLED}draw(circle(A, r), red);\n${LOOP}${MIDDLE}`,
    isDone: (code) => findSliders(code).length > 0,
  },
];

/** The program with which a step begins. */
export function beginningOf(step: number): string {
  return STEPS[step - 1]?.solution ?? START;
}

function usesOwnFunction(code: string): boolean {
  const functions = outlineOf(code).definitions.filter(({ kind }) => kind === 'function');
  const tokens = tokensOf(code);
  const called = tokens.filter((_token, index) => tokens[index + 1]?.text === '(').map(({ text }) => text);
  // Its definition looks like a call.
  const times = new Map<string, number>();
  for (const name of called) times.set(name, (times.get(name) ?? 0) + 1);
  return functions.some(({ name }) => (times.get(name) ?? 0) > 1);
}
