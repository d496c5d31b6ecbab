import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseAsyCall, type AsyCall } from '../../core/asy/commandLine';
import { blankOut } from '../../core/language/blankOut';
import { serverAddress } from '../arguments';
import type { Terminal } from '../render';
import { configurationOf, moduleFolders, programPlaces } from './configuration';
import { findLocalAsy, runLocalAsy } from './local';
import { Session, type Target } from './session';
import type { Place } from './sources';

/**
 * Entry of the drop-in `asy` (docs/asy.md): asy's own command line, drawn by a server. What only an asy of this machine can
 * do is handed to one if it is there, and else said.
 */

interface Surroundings {
  readonly environment: NodeJS.ProcessEnv;
  /** The file that is running. */
  readonly self: string;
  readonly terminal: Terminal;
  readonly readInput: () => Promise<Buffer>;
}

const USAGE = `
Asymptote version 2.85 [(C) 2004 Andy Hammerlindl, John C. Bowman, Tom Prince]
\t\t\thttps://asymptote.sourceforge.io/
Usage: asy [options] [file ...]

Type 'asy -h' for a description of options.
`;

export async function main(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const { environment, self, terminal } = surroundings;
  /** `input`: what was read already. */
  const handOver = (input?: Buffer) => {
    const local = findLocalAsy(environment, self);
    return local === undefined ? undefined : runLocalAsy(local, args, environment, input);
  };
  const given = parseAsyCall(args);
  if (given.kind === 'wrong') {
    const handed = handOver();
    if (handed === undefined) terminal.err(`asy: ${given.message}\n${USAGE}`);
    return handed ?? 1;
  }
  const folder = path.resolve(given.folder ?? '');
  if (!isFolder(folder)) {
    terminal.err(`runtime: Cannot change to directory '${given.folder ?? ''}'\n`);
    return 0;
  }
  const search = moduleFolders(given, environment);
  const { words, unread } = configurationOf(given, search, environment);
  const configured = parseAsyCall([...words, ...args, ...(listsAll(given) ? ['-command', ''] : [])]);
  const call = configured.kind === 'wrong' ? given : configured;
  const targets = await targetsOf(call, { folder, search }, surroundings);
  const reason = reasonForLocal(call, targets) ?? unread;
  if (reason !== undefined) {
    const handed = handOver(inputOf(targets));
    if (handed !== undefined) return handed;
    terminal.err(`asy: ${reason} needs an asy of this machine, and there is none on the PATH behind this one.\n`);
    if (reason !== VIEWING && reason !== unread) return 1;
  }
  const server = serverAddress(undefined, environment);
  if (server === undefined) {
    terminal.err('asy: ASYGROUND_SERVER must be a URL such as http://127.0.0.1:3000.\n');
    return 1;
  }
  const session = new Session({ call, server, folder, search, environment, terminal });
  const drawn = await session.draw(targets);
  const handed = drawn.needsLocal.length > 0 ? handOver(inputOf(targets)) : undefined;
  return handed ?? drawn.tell();
}

/** `-l` without a file lists what asy itself knows, as with an empty command. */
function listsAll(call: AsyCall): boolean {
  return isInteractive(call) && call.args.includes('-listvariables');
}

function isInteractive({ files, hasCommand, isQuestion }: AsyCall): boolean {
  return files.length === 0 && !hasCommand && !isQuestion;
}

const VIEWING = 'to open the picture (-V)';

function reasonForLocal(call: AsyCall, targets: readonly Target[]): string | undefined {
  if (call.localOnly.length > 0) return call.localOnly.join(', ');
  if (isInteractive(call)) return 'the interactive prompt';
  if (targets.some((target) => readsInput(target))) return 'to read standard input in a program';
  return call.isViewed ? VIEWING : undefined;
}

function readsInput({ bytes, isPiped = false }: Target): boolean {
  return !isPiped && bytes?.includes('stdin') === true && /\bstdin\b/.test(blankOut(bytes.toString('utf8')));
}

/** What was read of standard input already. */
function inputOf(targets: readonly Target[]): Buffer | undefined {
  return targets.find(({ isPiped }) => isPiped)?.bytes;
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** A program by its path; undefined where asy needs none. */
async function targetsOf(call: AsyCall, place: Place, { readInput }: Surroundings): Promise<Target[]> {
  const none = { name: 'main.asy', bytes: Buffer.alloc(0) };
  if (call.isQuestion || (call.hasCommand && call.files.length === 0)) return [none];
  // A command is run once for each file, which it is only called after.
  if (call.hasCommand) return call.files.map((file) => ({ ...none, calledAfter: file }));
  const targets: Target[] = [];
  for (const given of call.files) {
    if (given === '-') targets.push({ name: 'main.asy', bytes: await readInput(), isPiped: true });
    else targets.push(readTarget(given, place));
  }
  return targets;
}

/** As asy finds a module. */
function readTarget(given: string, { folder, search }: Place): Target {
  for (const file of programPlaces(given, search)) {
    try {
      const full = path.resolve(folder, file);
      return { name: nameOf(file), shownAs: file, bytes: readFileSync(full), path: full };
    } catch {
      // The next.
    }
  }
  return { name: given };
}

/** As a server takes it: asy itself cares for no extension. */
function nameOf(file: string): string {
  const { base, name } = path.parse(file);
  return base.endsWith('.asy') ? base : `${name}.asy`;
}
