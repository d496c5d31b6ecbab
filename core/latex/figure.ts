/** A program that asymptote.sty has written: one figure of a LaTeX document, called after the document and its number. */

export interface Figure {
  /** `\jobname`. */
  readonly job: string;
  readonly number: number;
  /** The line, from 0, after which the document's own lines follow. */
  readonly headerLines: number;
}

/** asymptote.sty writes no more than this before the document's own lines. */
const MAX_HEADER_LINES = 16;
const SETTING = /^(?:if\(|settings\.|deletepreamble\(\)|defaultfilename=|viewportmargin=)/;

/** `name` is that of the file, without its extension. */
export function figureOf(name: string, source: string): Figure | undefined {
  const [, job, number] = /^([^]*)-(\d{1,6})$/.exec(name) ?? [];
  if (job === undefined || number === undefined || !source.startsWith('if(!settings.multipleView)')) return undefined;
  const head = source.split('\n', MAX_HEADER_LINES);
  const end = head.findIndex((line) => !SETTING.test(line));
  const headerLines = end < 0 ? head.length : end;
  // TeX puts the name into the file, and asy calls its pictures by it.
  if (!head.slice(0, headerLines).includes(`defaultfilename="${name}";`)) return undefined;
  return { job, number: Number(number), headerLines };
}
