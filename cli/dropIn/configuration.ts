import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { AsyCall } from '../../core/asy/commandLine';
import { readConfiguration } from '../../core/asy/configuration';

/** What asy is told by a person's files and environment before it reads its command line (docs/asy.md, 2 and 3). */

type Environment = Readonly<Record<string, string | undefined>>;

/** Where modules are, beside the current folder, as it was given. */
export function moduleFolders(call: AsyCall, environment: Environment): string[] {
  const { ASYMPTOTE_DIR = '', ASYMPTOTE_HOME, HOME = '' } = environment;
  const given = (call.moduleFolders ?? ASYMPTOTE_DIR).split(path.delimiter);
  return [...given, ASYMPTOTE_HOME ?? path.join(HOME, '.asy')].filter(Boolean);
}

/** The first `config.asy`, in the folder where asy was called or in one of modules; `unread` names the place from which on it is not understood. */
export function configurationOf(
  { config, isQuestion }: AsyCall,
  folders: readonly string[],
  { ASYMPTOTE_CONFIG }: Environment,
): { readonly words: readonly string[]; readonly unread?: string } {
  const name = config ?? ASYMPTOTE_CONFIG ?? 'config.asy';
  if (isQuestion || name === '') return { words: [] };
  for (const file of programPlaces(name, folders)) {
    try {
      const { words, unreadLine } = readConfiguration(readFileSync(file, 'utf8'));
      return {
        words,
        ...(unreadLine === undefined ? {} : { unread: `${path.resolve(file)}, from line ${unreadLine} on,` }),
      };
    } catch {
      // The next.
    }
  }
  return { words: [] };
}

/** Where asy looks for a program, in its order: with its extension or without, here or where modules are. */
export function programPlaces(given: string, folders: readonly string[]): string[] {
  const names = given.endsWith('.asy') ? [given] : [`${given}.asy`, given];
  if (path.isAbsolute(given)) return names;
  return ['', ...folders].flatMap((at) => names.map((name) => (at === '' ? name : path.join(at, name))));
}
