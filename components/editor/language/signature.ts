import { blankOut } from '@/core/language/blankOut';
import { wordBefore } from '@/core/language/wordBefore';

/** Signatures as asy prints them: `guide graph(picture pic=..., real f(real), real a, real b)`. */

/** What stands between the parentheses, split at the commas that are not inside others. */
export function parametersOf(signature: string): string[] {
  const text = lastGroup(signature);
  if (text === undefined || text.trim() === '') return [];
  const parameters: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at);
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === ',' && depth === 0) {
      parameters.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parameters, text.slice(start).trim()];
}

/** A function that returns a function has two groups: the last is that of its own parameters. */
function lastGroup(signature: string): string | undefined {
  if (!signature.endsWith(')')) return undefined;
  let depth = 0;
  for (let at = signature.length - 1; at >= 0; at -= 1) {
    if (signature.charAt(at) === ')') depth += 1;
    else if (signature.charAt(at) === '(') depth -= 1;
    if (depth === 0) return signature.slice(at + 1, -1);
  }
  return undefined;
}

export function isFunction(signature: string): boolean {
  return signature.endsWith(')');
}

export interface Call {
  readonly name: string;
  /** Which argument the cursor is in, from 0. */
  readonly argument: number;
}

/** The call that the end of `before` stands in; undefined outside of any. Strings and comments do not count. */
export function callAt(before: string): Call | undefined {
  const code = blankOut(before);
  let depth = 0;
  let argument = 0;
  for (let at = code.length - 1; at >= 0; at -= 1) {
    const character = code.charAt(at);
    if (character === ')' || character === ']' || character === '}') depth += 1;
    else if (character === '(' || character === '[' || character === '{') {
      if (depth > 0) depth -= 1;
      else if (character === '(') {
        const name = wordBefore(code.slice(0, at).trimEnd());
        return name === '' ? undefined : { name, argument };
      } else return undefined;
    } else if (depth === 0 && character === ',') argument += 1;
    else if (depth === 0 && character === ';') return undefined;
  }
  return undefined;
}
