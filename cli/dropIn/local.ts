import { spawn } from 'node:child_process';
import { accessSync, constants, openSync, readSync, closeSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';

/** An asy of this machine that stands behind ours on the PATH, for what only such a one can do (docs/asy.md, 4). */

/** Set for it: if it should be ours again, by whatever way, that one does not look for another. */
const GUARD = 'ASYGROUND_HANDED_OVER';
/** Enough of a script to see whose it is. */
const LOOKED_AT_BYTES = 4096;

/** `self`: the file that is running. */
export function findLocalAsy(environment: NodeJS.ProcessEnv, self: string): string | undefined {
  if (environment[GUARD] !== undefined) return undefined;
  const own = realpathSync(self);
  for (const folder of (environment.PATH ?? '').split(path.delimiter)) {
    const file = path.join(folder === '' ? '.' : folder, 'asy');
    try {
      accessSync(file, constants.X_OK);
      if (statSync(file).isFile() && realpathSync(file) !== own && !isOurs(file)) return file;
    } catch {
      // Not there, or not for us.
    }
  }
  return undefined;
}

/** Another installation of this program, or a script that calls it. */
function isOurs(file: string): boolean {
  const descriptor = openSync(file, 'r');
  try {
    const head = Buffer.alloc(LOOKED_AT_BYTES);
    const text = head.toString('latin1', 0, readSync(descriptor, head, 0, head.length, 0));
    return text.startsWith('#!') && text.includes('asyground');
  } finally {
    closeSync(descriptor);
  }
}

/** With this terminal as its own, or with what was read from it already; its exit code. */
export function runLocalAsy(
  file: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  input?: Buffer,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      stdio: [input ? 'pipe' : 'inherit', 'inherit', 'inherit'],
      env: { ...environment, [GUARD]: '1' },
    });
    // One that does not read it has its reasons.
    child.stdin?.on('error', () => undefined).end(input);
    const pass = (signal: NodeJS.Signals) => void child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, pass);
    child.on('error', reject);
    child.on('close', (code, signal) => resolve(code ?? (signal === null ? 1 : 130)));
  });
}
