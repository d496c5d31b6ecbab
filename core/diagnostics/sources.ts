import { DIAGNOSIS_LIMITS } from '@/core/limits';
import { LinePositions } from '@/core/language/linePositions';
import { segmentsOf } from '@/core/language/segments';
import { missingSign, type Missing } from './missingSign';
import type { Place, Project } from './problems';

/** The texts of a project, to find places in: each is cut into lines at most once. */
export class Sources {
  private readonly texts: ReadonlyMap<string, string>;
  private readonly lines = new Map<string, readonly string[]>();

  private stumbles = 0;

  constructor({ files }: Project) {
    this.texts = new Map(
      files.flatMap(({ name, contents }) => (typeof contents === 'string' ? [[name, contents] as const] : [])),
    );
  }

  /** Undefined if the file is not one of the project; a line that is not there is empty. */
  line(file: string, line: number): string | undefined {
    const text = this.texts.get(file);
    if (text === undefined) return undefined;
    const lines = this.lines.get(file) ?? text.split('\n');
    this.lines.set(file, lines);
    return lines[line - 1] ?? '';
  }

  /**
   * What is missing before a place where asy stumbled, if that can be said. On the end it stumbles at the last word, unless
   * an empty line or a blank follows.
   */
  missingSign(file: string, line: number, column: number, isAtEnd: boolean): Missing | undefined {
    const text = this.readable(file);
    if (text === undefined) return undefined;
    return missingSign(file, text, isAtEnd ? text.length : this.offset(text, file, line, column));
  }

  /**
   * Where the string begins that nothing closes. asy stumbles on the end of the file, or if there is another string further
   * down, behind the mark with which that should begin.
   */
  openString(file: string, line: number, column: number, isAtEnd: boolean): Place | undefined {
    const text = this.readable(file);
    if (text === undefined) return undefined;
    const until = isAtEnd ? text.length : this.offset(text, file, line, column);
    const last = segmentsOf(text.slice(0, until)).at(-1);
    if (last?.kind !== 'string' || last.to < until || !text.slice(last.from, until).includes('\n')) return undefined;
    const start = new LinePositions(text).of(last.from);
    const width = text.slice(last.from, until).indexOf('\n');
    return { file, ...start, endColumn: start.column + width };
  }

  /** What is looked through in full, and how often, has a limit. */
  private readable(file: string): string | undefined {
    const text = this.texts.get(file);
    this.stumbles += 1;
    const isTooMuch = this.stumbles > DIAGNOSIS_LIMITS.maxStumbles;
    return text === undefined || isTooMuch || text.length > DIAGNOSIS_LIMITS.maxSourceUnits ? undefined : text;
  }

  private offset(text: string, file: string, line: number, column: number): number {
    const lines = this.lines.get(file) ?? text.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    return Math.min(text.length, before + column - 1);
  }

  /** Where words stand first that are not in a comment at the end of its line. */
  findInText(words: string): Place | undefined {
    for (const [file, text] of this.texts) {
      for (let at = text.indexOf(words); at >= 0; at = text.indexOf(words, at + 1)) {
        const begin = text.lastIndexOf('\n', at) + 1;
        if (!text.slice(begin, at).includes('//')) return placeOf(file, text, at, words.length);
        const end = text.indexOf('\n', at);
        if (end < 0) break;
        at = end;
      }
    }
    return undefined;
  }

  /** Where some words stand first; of long ones the beginning is looked for. */
  find(needle: string): Place | undefined {
    const wanted = needle.slice(0, DIAGNOSIS_LIMITS.maxNeedleUnits);
    for (const [file, text] of this.texts) {
      const at = text.indexOf(wanted);
      if (at >= 0) return placeOf(file, text, at, needle.length);
    }
    return undefined;
  }
}

function placeOf(file: string, text: string, at: number, length: number): Place {
  const before = text.slice(0, at).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { file, line: before.length, column, endColumn: column + length };
}
