import { segmentsOf } from './segments';

/** The same length, with spaces in place of strings and comments. What is not closed reaches to the end. */
export function blankOut(code: string): string {
  return segmentsOf(code)
    .map(({ kind, from, to }) => (kind === 'code' ? code.slice(from, to) : code.slice(from, to).replace(/[^\n]/g, ' ')))
    .join('');
}
