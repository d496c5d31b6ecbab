import { chownSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { failure, type Failure } from '@/core/errors';

/**
 * The folder of everything that is kept, and of what lives only while the product runs (`run`).
 *
 * One instance at a time: the lock is an abstract unix socket named after the folder's inode. The kernel drops it with
 * the process that holds it, so a killed instance never leaves a stale lock behind.
 */

/** Raised whenever what is stored changes its shape; an older program refuses a newer folder. */
const SCHEMA_VERSION = 1;

export interface DataFolder {
  readonly root: string;
  readonly redis: string;
  readonly run: string;
  readonly blobs: string;
  release(): void;
}

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

export async function openDataFolder(root: string, owner: Owner | undefined): Promise<DataFolder | Failure> {
  const folder = path.resolve(root);
  const made = attempt(() => mkdirSync(folder, { recursive: true }));
  if (made !== undefined) return failure('config', `DATA_DIR ${folder} cannot be made: ${made}`);
  const lock = await holdLock(`data:${statSync(folder).dev}:${statSync(folder).ino}`);
  if (lock === undefined)
    return failure('config', `${folder} is in use by another instance. Stop it, or give another DATA_DIR.`);
  const wrongVersion = checkVersion(folder);
  if (wrongVersion) {
    lock.close();
    return wrongVersion;
  }
  const parts = { redis: path.join(folder, 'redis'), run: path.join(folder, 'run'), blobs: path.join(folder, 'blobs') };
  for (const part of [folder, ...Object.values(parts)]) {
    mkdirSync(part, { recursive: true, mode: 0o750 });
    if (owner) chownSync(part, owner.uid, owner.gid);
  }
  return { root: folder, ...parts, release: () => lock.close() };
}

/** Holds a name on this machine for the life of the process; undefined if another process has it. */
export function holdLock(name: string): Promise<net.Server | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer((socket) => socket.destroy());
    server.once('error', () => resolve(undefined));
    server.listen(`\0asyground:${name}`, () => {
      server.unref();
      resolve(server);
    });
  });
}

function checkVersion(folder: string): Failure | undefined {
  const file = path.join(folder, 'version');
  if (!existsSync(file)) {
    writeFileSync(file, `${SCHEMA_VERSION}\n`);
    return undefined;
  }
  const found = Number(readFileSync(file, 'utf8').trim());
  if (found === SCHEMA_VERSION) return undefined;
  return failure(
    'config',
    `${folder} has schema version ${found}; this program reads version ${SCHEMA_VERSION}. docs/operating.md says how to upgrade.`,
  );
}

function attempt(action: () => void): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
