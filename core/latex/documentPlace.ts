import type { Environment } from './environments';
import type { Figure } from './figure';

/**
 * From a place in a figure's program to the place in the document it was written at. TeX leaves out spaces at the start of
 * a line and makes one of several, so lines are compared without them; and asymptote.sty puts a header in front, then
 * every `asydef` before the figure, then the figure, then at most two lines about its size.
 */

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

interface Line {
  readonly text: string;
  readonly file: string;
  readonly line: number;
}

const MAX_SIZE_LINES = 2;

/** `environments` of the document in their order; line and column from 1. */
export function documentPlace(
  source: string,
  figure: Figure,
  at: { readonly line: number; readonly column: number },
  environments: readonly Environment[],
): Place | undefined {
  const lines = source
    .split('\n')
    .map((text, i) => ({ text, number: i + 1 }))
    .slice(figure.headerLines)
    .filter(({ text }) => text.trim() !== '');
  const index = lines.findIndex(({ number }) => number === at.line);
  if (index < 0) return undefined;
  const texts = lines.map(({ text }) => squeezed(text));
  const own = ownEnvironment(texts, figure, environments);
  if (!own) return undefined;
  const body = linesOf(own.environment);
  const before = environments.slice(0, environments.indexOf(own.environment));
  const shared = before.filter(({ kind }) => kind === 'asydef').flatMap(linesOf);
  const found = index >= own.from ? body[index - own.from] : shared[index];
  if (!found || squeezed(found.text) !== texts[index]) return undefined;
  return { file: found.file, line: found.line, column: originalColumn(found.text, at.column) };
}

/** The one of its number if that is what it says, else the first that says it: a document may have changed meanwhile. */
function ownEnvironment(texts: readonly string[], { number }: Figure, environments: readonly Environment[]) {
  const figures = environments.filter(({ kind }) => kind === 'asy');
  const numbered = figures[number - 1];
  for (const environment of [...(numbered ? [numbered] : []), ...figures]) {
    const body = linesOf(environment).map(({ text }) => squeezed(text));
    for (let after = 0; after <= MAX_SIZE_LINES; after += 1) {
      const from = texts.length - after - body.length;
      if (from >= 0 && body.every((text, i) => text === texts[from + i])) return { environment, from };
    }
  }
  return undefined;
}

function linesOf({ file, firstLine, lines }: Environment): Line[] {
  return lines.flatMap((text, i) => (text.trim() === '' ? [] : [{ text, file, line: firstLine + i }]));
}

function squeezed(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

/** The column in the document of a column in the figure. */
function originalColumn(text: string, column: number): number {
  let left = column;
  for (let i = text.length - text.trimStart().length; i < text.length; i += 1) {
    if (/\s/.test(text.charAt(i)) && /\s/.test(text.charAt(i - 1))) continue;
    left -= 1;
    if (left <= 0) return i + 1;
  }
  return Math.max(1, text.length);
}
