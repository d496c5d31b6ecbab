import { LABEL_LIMITS } from '@/core/limits';
import type { WorkFolder } from '../jail/workFolder';

/**
 * The sizes of labels that our library in asy has learned from TeX (native/learned.c), on their way from one jail to the next
 * of the same client. A jail can write what it likes: only what looks exactly like it is taken, and asy's side looks again.
 */

const FILE = '.labels';
const NEW_FILE = '.labels-new';

/** A greeting, a preamble and TeX's answer to it, each behind its length; then fonts and labels, one a line. */
const OPENING = /^labels 1\n/;
const LENGTH = /(\d{1,5})\n/y;
const FONT = /^f\t\\fontsize(?:\{[\w.]+\}){2}\\selectfont\t(?:\\usefont(?:\{[\w\\]+\}){4})?$/;
const LABEL = /^l\t\d{1,2}(?:\t-?[\d.]{1,20}){3}\t[^\t]*$/;
const SPOKEN_PARTS = 3;

/** What stands in the jail before the program runs. */
export function labelsFile(labels: string): readonly [name: string, bytes: Uint8Array] {
  return [FILE, Buffer.from(labels, 'latin1')];
}

/** Undefined if nothing was learned, or what is there is something else. Every byte is a character. */
export function readLabels(folder: WorkFolder): string | undefined {
  const text = folder.read(NEW_FILE, LABEL_LIMITS.maxBytes + 1)?.toString('latin1');
  return text !== undefined && isLabels(text) ? text : undefined;
}

export function isLabels(text: string): boolean {
  if (text.length > LABEL_LIMITS.maxBytes || !OPENING.test(text)) return false;
  let at = text.indexOf('\n') + 1;
  for (let part = 0; part < SPOKEN_PARTS; part += 1) {
    LENGTH.lastIndex = at;
    const [digits, length] = LENGTH.exec(text) ?? [];
    if (digits === undefined) return false;
    at += digits.length + Number(length);
    if (text[at] !== '\n') return false;
    at += 1;
  }
  const lines = text.slice(at).split('\n');
  return lines.pop() === '' && lines.every((line) => FONT.test(line) || LABEL.test(line));
}
