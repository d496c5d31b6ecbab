import { DIAGNOSIS_LIMITS } from '@/core/limits';

/**
 * asy's own error lines: `FILE: LINE.COL: text`, the column counted in BYTES from 1. A warning says so after the
 * position.
 */

export interface ErrorLine {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** In bytes, from 1. */
  readonly byteColumn: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}

const POSITION = /^(.+?): (\d+)\.(\d+): (.*)$/;
const WARNING = /^warning(?: \[\w+\])?: /;

export function parseErrorLines(text: string): ErrorLine[] {
  return text.split('\n').flatMap((line) => parseErrorLine(line) ?? []);
}

export function parseErrorLine(text: string): ErrorLine | undefined {
  const [, file, row, column, rest] = POSITION.exec(text.slice(0, DIAGNOSIS_LIMITS.maxLineUnits).trimEnd()) ?? [];
  if (file === undefined || row === undefined || column === undefined || rest === undefined) return undefined;
  return {
    file,
    line: Number(row),
    byteColumn: Number(column),
    severity: WARNING.test(rest) ? 'warning' : 'error',
    message: rest.replace(WARNING, '').replace(/^runtime: /, ''),
  };
}

/** The UTF-16 column (from 1) of a byte column in a line of source: editors count differently from asy. */
export function utf16Column(sourceLine: string, byteColumn: number): number {
  let bytes = 0;
  let column = 1;
  for (const character of sourceLine) {
    bytes += utf8Length(character);
    // Of a character of several bytes asy may complain about each.
    if (bytes >= byteColumn) break;
    column += character.length;
  }
  return column;
}

function utf8Length(character: string): number {
  const point = character.codePointAt(0) ?? 0;
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}
