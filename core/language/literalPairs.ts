import { blankOut } from './blankOut';

/** Pairs that stand in a program as two numbers, such as `(1, 2)` or `(-.5cm, 3cm)`: what dragging a point rewrites. */

interface LiteralNumber {
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

export interface LiteralPair {
  /** With its parentheses; from 0, in UTF-16 units. */
  readonly from: number;
  readonly to: number;
  /** Without their units of length. */
  readonly x: LiteralNumber;
  readonly y: LiteralNumber;
}

/** More of them are hard to tell apart in a picture anyway. */
export const MAX_LITERAL_PAIRS = 200;

const SPACE = String.raw`\s{0,32}`;
const NUMBER = String.raw`([-+]?(?:\d{1,15}(?:\.\d{0,15})?|\.\d{1,15})(?:[eE][-+]?\d{1,2})?)`;
const UNIT = String.raw`(?:cm|mm|inch(?:es)?|bp|pt)?`;
const PAIR = new RegExp(String.raw`(\(${SPACE})${NUMBER}(${UNIT}${SPACE},${SPACE})${NUMBER}${UNIT}${SPACE}\)`, 'g');
/** A name before a parenthesis calls it, unless it is one of these. */
const NAME_BEFORE = /([\p{L}_][\p{L}\p{N}_]{0,63})\s{0,32}$/u;
const NO_CALL = new Set(['return', 'else', 'do', 'in']);
const MAX_BEFORE = 96;

export function literalPairs(code: string): LiteralPair[] {
  const text = blankOut(code);
  const pairs: LiteralPair[] = [];
  for (const found of text.matchAll(PAIR)) {
    const [whole, open = '', x = '', between = '', y = ''] = found;
    if (isCall(text.slice(Math.max(0, found.index - MAX_BEFORE), found.index))) continue;
    const xFrom = found.index + open.length;
    const yFrom = xFrom + x.length + between.length;
    pairs.push({
      from: found.index,
      to: found.index + whole.length,
      x: { from: xFrom, to: xFrom + x.length, value: Number(x) },
      y: { from: yFrom, to: yFrom + y.length, value: Number(y) },
    });
    if (pairs.length === MAX_LITERAL_PAIRS) break;
  }
  return pairs;
}

/** The code with other numbers in their places; `change` answers those of a pair, as they are written. */
export function withPairs(
  code: string,
  pairs: readonly LiteralPair[],
  change: (pair: LiteralPair, index: number) => readonly [string, string],
): string {
  let [written, at] = ['', 0];
  for (const [index, pair] of pairs.entries()) {
    const [x, y] = change(pair, index);
    written += code.slice(at, pair.x.from) + x + code.slice(pair.x.to, pair.y.from) + y;
    at = pair.y.to;
  }
  return written + code.slice(at);
}

function isCall(before: string): boolean {
  if (/[)\]]\s{0,32}$/.test(before)) return true;
  const name = NAME_BEFORE.exec(before)?.[1];
  return name !== undefined && !NO_CALL.has(name);
}
