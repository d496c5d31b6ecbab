import { parseErrorLines, utf16Column, type ErrorLine } from './errorLines';
import { findTexErrors, type TexError } from './texErrors';

/** What is wrong with a program, as rows that lead to their place. */

/** The files of the program; other data than text as it came. */
export interface Project {
  readonly files: readonly { readonly name: string; readonly contents: string | Uint8Array }[];
}

export interface Problem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** As asy names it. */
  readonly file?: string;
  /** Absent where the problem cannot be placed in a file of the project. Columns are UTF-16, from 1. */
  readonly place?: Place;
  /** Where it happened inside of a file of asy itself. */
  readonly library?: { readonly file: string; readonly line: number };
}

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** After the last character. */
  readonly endColumn: number;
}

/** Follows from a TeX error and says nothing more. */
const SHIPOUT_FAILED = 'shipout failed';
/** Follows from a program that is not installed. */
const NO_WORDS = 'runtime:';
const MISSING_PROGRAM = /^Cannot execute (\S+)$/gm;
const MISSING_MODULE = /^error: could not load module '([^']+)'$/gm;

export function findProblems(output: string, project: Project): Problem[] {
  const tex = findTexErrors(output).map((error) => ofTex(error, project));
  const missing = missingPrograms(output);
  const empty = [...(tex.length > 0 ? [SHIPOUT_FAILED] : []), ...(missing.length > 0 ? [NO_WORDS] : [])];
  const lines = parseErrorLines(output).filter(({ message }) => !empty.includes(message.trim()));
  const found = [...missing, ...lines.map((line) => ofLine(line, project)), ...tex];
  return found.length > 0 ? unique(found) : unique(missingModules(output, project));
}

/** Those that a check finds without running the program. */
export function isSyntaxError({ message }: Problem): boolean {
  return message === 'Syntax error';
}

function ofLine({ file, line, byteColumn, severity, message }: ErrorLine, project: Project): Problem {
  const sentence = message === '' ? 'Error' : message.charAt(0).toUpperCase() + message.slice(1);
  const text = project.files.find(({ name }) => name === file)?.contents;
  if (typeof text !== 'string') {
    const library = file.replace(/^.*\//, '');
    return { severity, message: sentence, file: `${library}, line ${line}`, library: { file: library, line } };
  }
  const source = text.split('\n')[line - 1] ?? '';
  const column = utf16Column(source, byteColumn);
  return {
    severity,
    message: sentence,
    file,
    place: { file, line, column, endColumn: column + tokenLength(source, column) },
  };
}

function ofTex({ message, needle }: TexError, project: Project): Problem {
  const place = needle === undefined ? undefined : findText(project, needle);
  return { severity: 'error', message, file: place?.file, place };
}

/** A TeX engine, say, that somebody asked for and the server does not have. */
function missingPrograms(output: string): Problem[] {
  return [...output.matchAll(MISSING_PROGRAM)].map(([, name = '']) => ({
    severity: 'error',
    message: `${name} is not installed on this server`,
  }));
}

/** Said without a position, after the errors of the module if it has any. */
function missingModules(output: string, project: Project): Problem[] {
  return [...output.matchAll(MISSING_MODULE)].flatMap(([, name = '']) => {
    const place = findText(project, name);
    return [{ severity: 'error', message: `There is no module ${name}`, file: place?.file, place }];
  });
}

function findText(project: Project, needle: string): Place | undefined {
  for (const { name, contents } of project.files) {
    if (typeof contents !== 'string') continue;
    const at = contents.indexOf(needle);
    if (at < 0) continue;
    const before = contents.slice(0, at).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return { file: name, line: before.length, column, endColumn: column + needle.length };
  }
  return undefined;
}

/** A whole word where there is one, else a single character, so that there is something to underline. */
function tokenLength(source: string, column: number): number {
  return /^[\p{L}\p{N}_]+/u.exec(source.slice(column - 1))?.[0].length ?? 1;
}

function unique(problems: readonly Problem[]): Problem[] {
  const seen = new Set<string>();
  return problems.filter((problem) => {
    const key = JSON.stringify(problem);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
