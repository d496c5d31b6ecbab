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

/** Where the bracket that opens at `index` is closed, or the end: a program that is being written has open ones. */
export function closingIndex(tokens: readonly Token[], index: number): number {
  const waiting: string[] = [];
  for (let at = index; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    const closing = CLOSING[text];
    if (closing !== undefined) waiting.push(closing);
    else if (text === waiting.at(-1)) {
      waiting.pop();
      if (waiting.length === 0) return at;
    }
    // A brace closes whatever was left open inside of it.
    else if (text === '}' && waiting.includes('}')) {
      waiting.length = waiting.lastIndexOf('}');
      if (waiting.length === 0) return at;
    }
  }
  return tokens.length;
}
