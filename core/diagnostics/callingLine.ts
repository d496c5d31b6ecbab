import { tokensOf } from '@/core/language/tokens';
import type { Place, Problem, Project } from './problems';

/**
 * An error inside of a file of asy itself is of little use there: what helps is the line of the person's own program
 * that called in. asy does not tell it. It is known where only one line of the program calls the function in which the
 * error happened, or else any function of that module.
 */

/** Where functions begin in the files of asy: line and name, in order, by file. */
export type LibraryPlaces = Readonly<Record<string, readonly (readonly [line: number, name: string])[]>>;

export function withCallingLine(
  problem: Problem,
  project: Project,
  places: LibraryPlaces,
  namesOfModule: readonly string[],
): Problem {
  const { library } = problem;
  if (library === undefined) return problem;
  const around = places[library.file]?.findLast(([line]) => line <= library.line)?.[1];
  const place = onlyCall(project, around === undefined ? [] : [around]) ?? onlyCall(project, namesOfModule);
  if (place === undefined) return problem;
  const { library: _library, ...rest } = problem;
  return { ...rest, message: `${problem.message} (found in ${problem.file})`, file: place.file, place };
}

/** The call of one of the names, if all calls stand on the same line. */
function onlyCall({ files }: Project, names: readonly string[]): Place | undefined {
  const wanted = new Set(names);
  const calls = files.flatMap(({ name, contents }) =>
    typeof contents === 'string' && name.endsWith('.asy') ? callsIn(name, contents, wanted) : [],
  );
  const [first] = calls;
  return calls.every(({ file, line }) => file === first?.file && line === first.line) ? first : undefined;
}

function callsIn(file: string, code: string, names: ReadonlySet<string>): Place[] {
  const tokens = tokensOf(code);
  return tokens.flatMap(({ text, at, isWord }, index) => {
    // A word before it makes it a definition.
    const isCall = isWord && names.has(text) && tokens[index + 1]?.text === '(' && !tokens[index - 1]?.isWord;
    if (!isCall) return [];
    const before = code.slice(0, at).split('\n');
    const column = (before.at(-1)?.length ?? 0) + 1;
    return [{ file, line: before.length, column, endColumn: column + text.length }];
  });
}
