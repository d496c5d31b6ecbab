import { spawn } from 'node:child_process';
import { existsSync, lstatSync, openSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../config/config';
import { operate, type Operation } from './operate';

/**
 * Entry of `asyground backup FILE` and `asyground restore FILE`, on a machine of the product and with the same settings.
 *
 * It opens the file and stands in the data folder; a process of its own does the rest, as root with the service user's
 * rights: what it writes belongs to that one, and a data folder that leads elsewhere leads root nowhere.
 */

/** Of the file, in the second process. */
const DESCRIPTOR = 3;
const IN_CHILD = '--in-child';

const [name = '', ...argv] = process.argv.slice(2);
if (name === IN_CHILD) process.exitCode = await operate(argv[0] as Operation, argv.slice(1), DESCRIPTOR);
else process.exitCode = await main(name as Operation, argv);

async function main(operation: Operation, flags: readonly string[]): Promise<number> {
  const read = readConfig(flags, process.env);
  if (!read.ok) return wrong(read.failures.map(({ message }) => message).join('\n'));
  const { config, rest } = read;
  const [file, more] = rest;
  if (file === undefined || more !== undefined) return wrong(`Usage: asyground ${operation} FILE [settings]`);
  const data = path.resolve(config.dataDir);
  if (!existsSync(data)) return wrong(`DATA_DIR ${data} is not there. Give the one of the Asyground that runs.`);
  if (operation === 'restore') return run(operation, flags, config.serviceUser, data, file, 'r');
  // A folder or a device of that name must not be replaced.
  if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) return wrong(`${file} is there, and is no file.`);
  // Whole or not there. What is left of an earlier one, or a link that somebody put there, is not written to.
  const unfinished = `${file}.unfinished`;
  rmSync(unfinished, { force: true });
  const code = await run(operation, flags, config.serviceUser, data, unfinished, 'wx');
  if (code === 0) renameSync(unfinished, file);
  else rmSync(unfinished, { force: true });
  return code;
}

async function run(
  operation: Operation,
  flags: readonly string[],
  user: string,
  data: string,
  file: string,
  mode: 'r' | 'wx',
): Promise<number> {
  let descriptor: number;
  try {
    descriptor = openSync(file, mode, 0o600);
  } catch (error) {
    return wrong(`${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}`);
  }
  const program = [process.execPath, fileURLToPath(import.meta.url), IN_CHILD, operation, ...flags];
  const lead = process.getuid?.() === 0 ? ['setpriv', '--reuid', user, '--regid', user, '--init-groups'] : [];
  const [command = '', ...args] = [...lead, ...program];
  const child = spawn(command, args, { cwd: data, stdio: ['ignore', 'inherit', 'inherit', descriptor] });
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(wrong(error.message)));
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function wrong(message: string): number {
  process.stderr.write(`asyground: ${message}\n`);
  return 2;
}
