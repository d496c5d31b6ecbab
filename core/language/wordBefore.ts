const WORD_CHARACTER = /[\p{L}\p{N}_]/u;

/** The name that a text ends in, or nothing. Read from its end, so that what comes before costs nothing. */
export function wordBefore(text: string): string {
  return text.slice(endOfOthers(text, text.length, false)).replace(/^\p{N}+/u, '');
}

/** Where the last word of a text begins, with whatever follows it. */
export function lastWordStart(text: string): number {
  return endOfOthers(text, endOfOthers(text, text.length, true), false);
}

/** Back from `at` over characters of words, or over all others. */
function endOfOthers(text: string, at: number, isOver: boolean): number {
  let start = at;
  while (start > 0) {
    const last = text.charCodeAt(start - 1);
    const isPair = last >= 0xdc00 && last <= 0xdfff && start > 1;
    const before = start - (isPair ? 2 : 1);
    if (WORD_CHARACTER.test(text.slice(before, start)) === isOver) break;
    start = before;
  }
  return start;
}
