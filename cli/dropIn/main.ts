import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAsyCall, type AsyCall } from '../../core/asy/commandLine';
import { serverAddress } from '../arguments';
import type { Terminal } from '../render';
import { findLocalAsy, runLocalAsy } from './local';
import { Session, type Target } from './session';

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
  const call = parseAsyCall(args);
  if (call.kind === 'wrong') {
    const handed = handOver();
    if (handed === undefined) terminal.err(`asy: ${call.message}\n${USAGE}`);
    return handed ?? 1;
  }
  const reason = reasonForLocal(call);
  if (reason !== undefined) {
    const handed = handOver();
    if (handed !== undefined) return handed;
    terminal.err(`asy: ${reason} needs an asy of this machine, and there is none on the PATH behind this one.\n`);
    if (!call.isViewed || call.localOnly.length > 0 || isInteractive(call)) return 1;
  }
  const server = serverAddress(undefined, environment);
  if (server === undefined) {
    terminal.err('asy: ASYGROUND_SERVER must be a URL such as http://127.0.0.1:3000.\n');
    return 1;
  }
  const folder = path.resolve(call.folder ?? '');
  const session = new Session({ call, server, folder, environment, terminal });
  const targets = await targetsOf(call, folder, surroundings);
  const drawn = await session.draw(targets);
  const handed = drawn.needsLocal.length > 0 ? handOver(targets.find(({ isPiped }) => isPiped)?.bytes) : undefined;
  return handed ?? drawn.tell();
}

function isInteractive({ files, hasCommand, isQuestion }: AsyCall): boolean {
  return files.length === 0 && !hasCommand && !isQuestion;
}

function reasonForLocal(call: AsyCall): string | undefined {
  if (call.localOnly.length > 0) return call.localOnly.join(', ');
  if (isInteractive(call)) return 'the interactive prompt';
  return call.isViewed ? 'to open the picture (-V)' : undefined;
}

/** A program by its path; undefined where asy needs none. */
async function targetsOf(call: AsyCall, folder: string, { readInput }: Surroundings): Promise<Target[]> {
  if (call.hasCommand || call.isQuestion) return [{ name: 'main.asy', bytes: Buffer.alloc(0) }];
  const targets: Target[] = [];
  for (const given of call.files) {
    if (given === '-') targets.push({ name: 'main.asy', bytes: await readInput(), isPiped: true });
    else targets.push(readTarget(given, folder));
  }
  return targets;
}

/** As asy finds a module: with its extension or without. */
function readTarget(given: string, folder: string): Target {
  for (const file of given.endsWith('.asy') ? [given] : [`${given}.asy`, given]) {
    try {
      const full = path.resolve(folder, file);
      return { name: path.basename(file), bytes: readFileSync(full), path: full };
    } catch {
      // The next.
    }
  }
  return { name: given };
}
