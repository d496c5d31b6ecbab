import { DIAGNOSIS_LIMITS } from '@/core/limits';
import { explain, inEnglish, type Explanation } from '@/core/explanations';
import { parseErrorLine, utf16Column, type ErrorLine } from './errorLines';
import { invalidCharacter } from './invalidCharacter';
import { Sources } from './sources';
import { findTexErrors, type TexError } from './texErrors';

/** What is wrong with a program, as rows that lead to their place. */

/** The files of the program; other data than text as it came. */
export interface Project {
  readonly files: readonly { readonly name: string; readonly contents: string | Uint8Array }[];
}

export interface Problem {
  readonly severity: 'error' | 'warning';
  /** In English. */
  readonly message: string;
  /** The same for pages, which say it in their language; absent where these are asy's or TeX's own words. */
  readonly explanation?: Explanation;
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
/** Follows from a program that is not installed, or from TeX that did not tell the size of a label. */
const NO_MESSAGE = 'runtime:';
/** For an SVG, Ghostscript turns a page that can be seen through into pixels: of a large one there are too many. */
const CONVERSION_FAILED = /^Command exited abnormally: gs .*-sDEVICE=ps2write/;
/** The setting that asks for no TeX, where asy starts TeX nevertheless. */
const NO_ENGINE = 'none';
const UNKNOWN_MOVIE = /^convert: no (?:tag found `video:encode'|encode delegate for this image format) /;
const MERGE_FAILED = 'merge failed';
const MISSING_PROGRAM = /^Cannot execute (\S+)$/;
/** The one sentence that asy goes on with in the next line. */
const UNFINISHED = / with parameters$/;
const PARAMETERS = /^'\([^]*\)'$/;
const MISSING_MODULE = /^error: could not load module '([^']+)'$/;

/**
 * `clock` tells milliseconds. What a program prints and what it looks like is up to a stranger: all of it is read in one
 * pass and within DIAGNOSIS_LIMITS, and what was found until time ran out is told.
 */
export function findProblems(output: string, project: Project, clock: () => number = () => 0): Problem[] {
  const lines = linesToRead(output);
  const sources = new Sources(project);
  const endsAt = clock() + DIAGNOSIS_LIMITS.maxMs;
  const found = new Map<string, Problem>();
  const add = (problem: Problem) => void found.set(JSON.stringify(problem), problem);
  const isOver = () => found.size >= DIAGNOSIS_LIMITS.maxProblems || clock() > endsAt;
  const tex = findTexErrors(lines);
  const missing = [...new Set(lines.flatMap((line) => MISSING_PROGRAM.exec(line)?.[1] ?? []))];
  const isMovieUnknown = lines.some((line) => UNKNOWN_MOVIE.test(line));
  const empty = [
    ...(tex.length + missing.length > 0 ? [SHIPOUT_FAILED, NO_MESSAGE] : []),
    ...(isMovieUnknown ? [MERGE_FAILED] : []),
  ];
  for (const name of missing) {
    if (isOver()) break;
    const explanation = name === NO_ENGINE ? explain('noEngine', {}) : explain('notInstalled', { program: name });
    add({ severity: 'error', ...told(explanation) });
  }
  if (isMovieUnknown) {
    const place = sources.find('movie(') ?? sources.find('merge(');
    add({ severity: 'error', ...told(explain('movieFormat', {})), file: place?.file, place });
  }
  for (const line of new Set(lines)) {
    if (isOver()) break;
    const error = parseErrorLine(line);
    if (error !== undefined && !empty.includes(error.message.trim())) add(ofLine(error, sources));
  }
  for (const error of tex) {
    if (isOver()) break;
    add(ofTex(error, sources));
  }
  // Said without a position, after the errors of the module if it has any.
  if (found.size === 0) {
    for (const name of new Set(lines.flatMap((line) => MISSING_MODULE.exec(line)?.[1] ?? []))) {
      if (isOver()) break;
      const place = sources.find(name);
      add({ severity: 'error', ...told(explain('moduleNotFound', { name })), file: place?.file, place });
    }
  }
  return [...found.values()];
}

/** Of long output the beginning and the end, of long lines the beginning. */
function linesToRead(output: string): string[] {
  const { maxOutputUnits, maxLineUnits } = DIAGNOSIS_LIMITS;
  const read =
    output.length <= maxOutputUnits
      ? output
      : `${output.slice(0, maxOutputUnits / 2)}\n${output.slice(-maxOutputUnits / 2)}`;
  const lines = read.split('\n');
  return lines.flatMap((line, i) => {
    const isRest = PARAMETERS.test(line) && UNFINISHED.test(lines[i - 1] ?? '');
    const rest = UNFINISHED.test(line) ? lines[i + 1] : undefined;
    const whole = rest !== undefined && PARAMETERS.test(rest) ? `${line} ${rest}` : line;
    return isRest ? [] : [whole.slice(0, maxLineUnits)];
  });
}

const END_OF_INPUT = 'Unexpected end of input';
const OPEN_STRING = 'String not terminated';
const INVALID = 'Invalid token';
const SYNTAX_ERRORS = ['Syntax error', END_OF_INPUT];

/** Those that a check finds without running the program. */
export function isSyntaxError({ message, explanation }: Problem): boolean {
  const isOurs = explanation?.code === 'missingSign' || explanation?.code === 'openString';
  return isOurs || message === OPEN_STRING || SYNTAX_ERRORS.includes(message);
}

function ofLine({ file, line, byteColumn, severity, message }: ErrorLine, sources: Sources): Problem {
  const sentence = message === '' ? 'Error' : message.charAt(0).toUpperCase() + message.slice(1);
  const source = sources.line(file, line);
  if (source === undefined) {
    if (CONVERSION_FAILED.test(sentence)) {
      const place = sources.find('graphic(');
      return { severity, ...told(explain('transparentImage', {})), file: place?.file, place };
    }
    const library = file.slice(file.lastIndexOf('/') + 1);
    return { severity, message: sentence, file: `${library}, line ${line}`, library: { file: library, line } };
  }
  const column = utf16Column(source, byteColumn);
  const isOpen = sentence === OPEN_STRING;
  const string = isOpen || sentence === SYNTAX_ERRORS[0] ? sources.openString(file, line, column, isOpen) : undefined;
  if (string) return { severity, ...told(explain('openString', {})), file, place: string };
  const character = String.fromCodePoint(source.codePointAt(column - 1) ?? 0);
  const invalid = sentence === INVALID ? invalidCharacter(character) : undefined;
  if (invalid) {
    const place = { file, line, column, endColumn: column + character.length };
    return { severity, ...told(invalid), file, place };
  }
  const missing = SYNTAX_ERRORS.includes(sentence)
    ? sources.missingSign(file, line, column, sentence === END_OF_INPUT)
    : undefined;
  if (missing) return { severity, ...told(explain('missingSign', { sign: missing.sign })), file, place: missing.place };
  return {
    severity,
    message: sentence,
    file,
    place: { file, line, column, endColumn: column + tokenLength(source, column) },
  };
}

/** A sentence of ours, as a problem holds it. */
export function told(explanation: Explanation): Required<Pick<Problem, 'message' | 'explanation'>> {
  return { message: inEnglish(explanation), explanation };
}

function ofTex({ needle, hint, ...said }: TexError, sources: Sources): Problem {
  const label = needle === undefined ? undefined : sources.find(needle);
  const place = label ?? (hint === undefined ? undefined : sources.findInText(hint));
  return { severity: 'error', ...said, file: place?.file, place };
}

/** A whole word where there is one, else a single character, so that there is something to underline. */
function tokenLength(source: string, column: number): number {
  return /^[\p{L}\p{N}_]+/u.exec(source.slice(column - 1))?.[0].length ?? 1;
}
