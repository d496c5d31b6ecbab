import { DIAGNOSIS_LIMITS } from '@/core/limits';
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
    const text = this.texts.get(file);
    this.stumbles += 1;
    if (text === undefined || text.length > DIAGNOSIS_LIMITS.maxSourceUnits) return undefined;
    if (this.stumbles > DIAGNOSIS_LIMITS.maxStumbles) return undefined;
    if (isAtEnd) return missingSign(file, text, text.length);
    const lines = this.lines.get(file) ?? text.split('\n');
    const before = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    return missingSign(file, text, Math.min(text.length, before + column - 1));
  }

  /** Where some words stand first; of long ones the beginning is looked for. */
  find(needle: string): Place | undefined {
    const wanted = needle.slice(0, DIAGNOSIS_LIMITS.maxNeedleUnits);
    for (const [file, text] of this.texts) {
      const at = text.indexOf(wanted);
      if (at < 0) continue;
      const before = text.slice(0, at).split('\n');
      const column = (before.at(-1)?.length ?? 0) + 1;
      return { file, line: before.length, column, endColumn: column + needle.length };
    }
    return undefined;
  }
}
