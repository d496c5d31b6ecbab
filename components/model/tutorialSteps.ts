import { findSliders } from './slider';
import { blankOut } from '@/core/language/blankOut';
import { outlineOf } from '@/core/language/definitions';
import { literalPairs, type LiteralPair } from '@/core/language/literalPairs';
import { tokensOf } from '@/core/language/tokens';
import type { Messages } from '@/messages';

/**
 * The tutorial: eleven steps that build one drawing. Each begins with what the step before has made; `isDone` looks at the
 * program, whoever wrote it, and the page asks besides that it was drawn.
 */

interface Step {
  /** Messages say what there is to know, and what to do. */
  readonly name: keyof Messages['tutorial']['steps'];
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

const FIRST_POINTS = 'pair A = (0, 0), B = (4, 0), C = (1, 3);\n';
const POINTS = 'pair A = (0, 0), B = (4, 0), C = (2, 3);\n';
const TRIANGLE = 'A -- B -- C -- cycle';
const LABELS = 'label("$A$", A, SW);\nlabel("$B$", B, SE);\nlabel("$C$", C, N);\n';
const FILLED = `${SIZE}${POINTS}fill(${TRIANGLE}, palecyan);\ndraw(${TRIANGLE}, blue + linewidth(1));\n${LABELS}`;
const LOOP = 'for (int i = 0; i <= 4; ++i) dot((i, 0));\n';
const MIDDLE = 'pair middle(pair P, pair Q) { return (P + Q) / 2; }\ndraw(C -- middle(A, B), dashed);\n';

export const STEPS: readonly Step[] = [
  {
    name: 'line',
    solution: `${START}draw((0, 0) -- (4, 2));\n`,
    isDone: draws(/\)\s*--\s*\(/),
  },
  {
    name: 'closedPath',
    solution: `${SIZE}draw((0, 0) -- (4, 0) -- (1, 3) -- cycle);\n`,
    isDone: draws(/--\s*cycle/, '--'),
  },
  {
    name: 'names',
    solution: `${SIZE}${FIRST_POINTS}draw(${TRIANGLE});\n`,
    isDone: has(/\bA\s*--\s*B\s*--\s*C\s*--\s*cycle/),
  },
  {
    name: 'dragging',
    solution: `${SIZE}${POINTS}draw(${TRIANGLE});\n`,
    isDone: hasMovedPoints,
  },
  {
    name: 'labels',
    solution: `${SIZE}${POINTS}draw(${TRIANGLE});\n${LABELS}`,
    isDone: (code) => (blankOut(code).match(/\blabel\s*\(/g) ?? []).length >= 3,
  },
  {
    name: 'pens',
    solution: `${SIZE}${POINTS}draw(${TRIANGLE}, blue + linewidth(1));\n${LABELS}`,
    isDone: draws(/cycle\s*,\s*\w/),
  },
  {
    name: 'filling',
    solution: FILLED,
    isDone: has(/\bfill(?:draw)?\s*\(/),
  },
  {
    name: 'curves',
    solution: `${FILLED}draw(circle(A, 0.5), red);\n`,
    isDone: has(/\b(?:circle|arc)\s*\(|\.\./),
  },
  {
    name: 'loops',
    solution: `${FILLED}draw(circle(A, 0.5), red);\n${LOOP}`,
    isDone: has(/\bfor\s*\([^;(]*;[^;(]*;/),
  },
  {
    name: 'functions',
    solution: `${FILLED}draw(circle(A, 0.5), red);\n${LOOP}${MIDDLE}`,
    isDone: usesOwnFunction,
  },
  {
    name: 'sliders',
    solution: `real r = 0.5;  // slider 0..2 step 0.1\n${FILLED}draw(circle(A, r), red);\n${LOOP}${MIDDLE}`,
    isDone: (code) => findSliders(code).length > 0,
  },
];

/** The program with which a step begins. */
export function beginningOf(step: number): string {
  return STEPS[step - 1]?.solution ?? START;
}

function hasMovedPoints(code: string): boolean {
  const place = ({ x, y }: LiteralPair) => `${x.value} ${y.value}`;
  const first = new Set(literalPairs(FIRST_POINTS).map(place));
  return literalPairs(code).some((pair) => !first.has(place(pair)));
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
