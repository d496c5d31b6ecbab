import { LinePositions } from '@/core/language/linePositions';
import { tokensOf } from '@/core/language/tokens';
import { explain } from '@/core/explanations';
import { told, type Place, type Problem, type Project } from './problems';

/**
 * An error inside of a file of asy itself is of little use there: what helps is the line of the person's own program
 * that called in. asy does not tell it. It is known where only one line of the program calls the function in which the
 * error happened, or else any function of that module.
 */

/** Where functions begin in the files of asy: line and name, in order, by file. */
export type LibraryPlaces = Readonly<Record<string, readonly (readonly [line: number, name: string])[]>>;

/** By the name of what is called: the first call, and whether all calls of it stand on that line. */
export type Calls = ReadonlyMap<string, { readonly place: Place; readonly isOnlyLine: boolean }>;

export function withCallingLine(
  problem: Problem,
  calls: Calls,
  places: LibraryPlaces,
  namesOfModule: readonly string[],
): Problem {
  const { library } = problem;
  if (library === undefined) return problem;
  const inFile = Object.hasOwn(places, library.file) ? places[library.file] : undefined;
  const around = inFile?.findLast(([line]) => line <= library.line)?.[1];
  const place = onlyCall(calls, around === undefined ? [] : [around]) ?? onlyCall(calls, namesOfModule);
  if (place === undefined) return problem;
  const { library: _library, ...rest } = problem;
  const found = explain('foundIn', { message: problem.explanation ?? problem.message, ...library });
  return { ...rest, ...told(found), file: place.file, place };
}

/** Every call in the programs of a project; found once for all of its problems. */
export function callsOf({ files }: Project): Calls {
  const calls = new Map<string, { place: Place; isOnlyLine: boolean }>();
  for (const { name: file, contents } of files) {
    if (typeof contents !== 'string' || !file.endsWith('.asy')) continue;
    const tokens = tokensOf(contents);
    const places = new LinePositions(contents);
    for (const [index, { text, at, isName }] of tokens.entries()) {
      // A word before it makes it a definition.
      if (!isName || tokens[index + 1]?.text !== '(' || tokens[index - 1]?.isName) continue;
      const { line, column } = places.of(at);
      const known = calls.get(text);
      if (known === undefined) {
        calls.set(text, { place: { file, line, column, endColumn: column + text.length }, isOnlyLine: true });
      } else if (!isSameLine(known.place, { file, line })) known.isOnlyLine = false;
    }
  }
  return calls;
}

/** The call of one of the names, if all calls stand on the same line. */
function onlyCall(calls: Calls, names: readonly string[]): Place | undefined {
  const found = names.flatMap((name) => calls.get(name) ?? []);
  const [first] = found;
  const isOnly = found.every(({ place, isOnlyLine }) => isOnlyLine && first && isSameLine(place, first.place));
  // Of several on one line it is the first that is shown.
  return isOnly ? found.map(({ place }) => place).sort((a, b) => a.column - b.column)[0] : undefined;
}

function isSameLine(one: Pick<Place, 'file' | 'line'>, other: Pick<Place, 'file' | 'line'>): boolean {
  return one.file === other.file && one.line === other.line;
}
