import { blankOut } from './blankOut';

/** A program of Asymptote as words and signs, each with its place. Strings and comments are left out. */

export interface Token {
  readonly text: string;
  /** In UTF-16 units from the beginning of the program. */
  readonly at: number;
  readonly isWord: boolean;
}

const TOKEN = /([\p{L}_][\p{L}\p{N}_]*)|\d[\w.]*|[-+*/^%<>=!&|~.:?]+|\S/gu;

export function tokensOf(code: string): Token[] {
  return [...blankOut(code).matchAll(TOKEN)].map((found) => ({
    text: found[0],
    at: found.index,
    isWord: found[1] !== undefined,
  }));
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/**
 * For each token where the bracket that opens there is closed, or the end: a program that is being written has open
 * ones. For a token that opens none it is that of the next bracket.
 */
export function closingIndices(tokens: readonly Token[]): Uint32Array {
  const closings = new Uint32Array(tokens.length + 1).fill(tokens.length);
  const open: number[] = [];
  const openBraces: number[] = [];
  for (const [at, { text }] of tokens.entries()) {
    if (text in CLOSING) {
      if (text === '{') openBraces.push(open.length);
      open.push(at);
      continue;
    }
    const last = open.at(-1);
    const isClosed = last !== undefined && CLOSING[tokens[last]?.text ?? ''] === text;
    if (!isClosed && text !== '}') continue;
    // A brace closes whatever was left open inside of it.
    const from = text === '}' ? openBraces.pop() : open.length - 1;
    if (from === undefined) continue;
    for (const index of open.splice(from)) closings[index] = at;
  }
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    if (!((tokens[at]?.text ?? '') in CLOSING)) closings[at] = closings[at + 1] ?? tokens.length;
  }
  return closings;
}

/** For each token where the next semicolon stands, or the end. */
export function nextSemicolons(tokens: readonly Token[]): Uint32Array {
  const next = new Uint32Array(tokens.length + 1).fill(tokens.length);
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    next[at] = tokens[at]?.text === ';' ? at : (next[at + 1] ?? tokens.length);
  }
  return next;
}
