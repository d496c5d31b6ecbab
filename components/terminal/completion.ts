import { wordBefore } from '@/core/language/wordBefore';

/** What Tab adds to the word before the cursor. */

export interface Completion {
  /** What all choices have in common beyond what is typed. */
  readonly added: string;
  /** In order; one or none needs no list. */
  readonly choices: readonly string[];
}

export function complete(before: string, names: Iterable<string>): Completion {
  const typed = wordBefore(before);
  if (typed === '') return { added: '', choices: [] };
  const choices = [...new Set(names)].filter((name) => name.startsWith(typed)).sort();
  return { added: commonStart(choices).slice(typed.length), choices };
}

function commonStart([first = '', ...others]: readonly string[]): string {
  let length = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, length))) length -= 1;
  }
  return first.slice(0, length);
}

/** Names that the person has written before. */
export function wordsIn(text: string): string[] {
  return text.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? [];
}
