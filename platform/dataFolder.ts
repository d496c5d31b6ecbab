import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { failure, type Failure } from '@/core/errors';
import { refusal, success, type Result } from '@/core/result';
import { SUPERVISOR_LIMITS } from '@/core/limits';
import { canSwap, type User } from './swap';

/**
 * The folder of everything that is kept, and of what lives only while the product runs (`run`).
 *
 * One instance at a time: the lock is an abstract unix socket named after the folder's device and inode. The kernel drops it with
 * the process that holds it, so a killed instance never leaves a stale lock behind.
 *
 * It belongs to the service user, who can put anything in it, links too. So root only makes the folder and gives it
 * away, by a descriptor; what is inside is made and read as the service user. A folder with anything else in it is given
 * to nobody.
 */

/** Raised whenever what is stored changes its shape; an older program refuses a newer folder. */
export const SCHEMA_VERSION = 1;
const PARTS = ['redis', 'run', 'blobs', 'spool'] as const;
const FILES = ['admin-token', 'session-secret'] as const;
/** Before the first start; a disk of its own has `lost+found`. */
const OWN_NAMES: readonly string[] = [...PARTS, ...FILES, 'lost+found'];

export interface DataFolder {
  readonly root: string;
  readonly redis: string;
  readonly run: string;
  readonly blobs: string;
  /** Tells it from every other data folder of the machine. */
  readonly instance: string;
  release(): void;
}

export type Owner = User;

export async function openDataFolder(root: string, owner: Owner | undefined): Promise<Result<DataFolder>> {
  const folder = path.resolve(root);
  const opened = openFolder(folder, owner);
  if (!opened.ok) return opened;
  const descriptor = opened.value;
  try {
    const stats = fstatSync(descriptor);
    const { dev, ino } = stats;
    const lock = await holdLock(`data:${dev}:${ino}`);
    if (lock === undefined)
      return refusal(failure('config', `${folder} is in use by another instance. Stop it, or give another DATA_DIR.`));
    const wrong = furnish(folder, descriptor, owner);
    if (wrong) {
      lock.close();
      return refusal(wrong);
    }
    const [redis, run, blobs] = PARTS.map((part) => path.join(folder, part)) as [string, string, string];
    return success({ root: folder, redis, run, blobs, instance: instanceOf(stats), release: () => lock.close() });
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The name of a data folder among those of the machine; short, as part of the paths of sockets. The root of every disk has
 * the same inode.
 */
export function instanceOf({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string {
  return `${dev.toString(36)}-${ino.toString(36)}`;
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

/** A descriptor of the folder, which is the owner's from then on. */
function openFolder(folder: string, owner: Owner | undefined): Result<number> {
  try {
    // Where its owner could lead us elsewhere, its owner makes it.
    const isTheirs = owner !== undefined && canSwap(folder, owner);
    if (isTheirs) runAs(owner, '/', 'mkdir -p -- "$0"', [folder]);
    else makeFolder(folder);
    const descriptor = openSync(
      realpathSync(folder),
      constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW,
    );
    if (owner === undefined || fstatSync(descriptor).uid === owner.uid) return success(descriptor);
    if (!isTheirs && !canSwap(folder, owner)) {
      if (!isOurs(descriptor)) {
        closeSync(descriptor);
        return refusal(failure('config', `DATA_DIR ${folder} holds other files. Give a folder of its own.`));
      }
      fchownSync(descriptor, owner.uid, owner.gid);
      return success(descriptor);
    }
    closeSync(descriptor);
    return refusal(
      failure('config', `DATA_DIR ${folder} must belong to the service user, since a folder above it does.`),
    );
  } catch (error) {
    return refusal(failure('config', `DATA_DIR ${folder} cannot be made: ${reasonOf(error)}. Give another one.`));
  }
}

/** What may be given away: nobody's home, and no folder of the system. What is there is ours, or nothing is. */
function isOurs(descriptor: number): boolean {
  const names = readdirSync(`/proc/${process.pid}/fd/${descriptor}`);
  return names.includes('version') || names.every((name) => OWN_NAMES.includes(name));
}

/** Folder by folder: Node's own way tries for ever below /proc, where nothing can be made. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error));
}

const REASONS: Readonly<Record<string, string>> = {
  EROFS: 'its file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'nothing can be made there',
  ENOTDIR: 'a file is in the way',
  EEXIST: 'a broken link is in the way',
  ELOOP: 'it is a circle of links',
  ENOSPC: 'the disk is full',
};

const IN_THE_WAY = / in it is (?:a|no) folder$/;
/** As programs say it. */
const FULL = /No space left on device/;

/** Prints the version that is there; makes the parts only if it is ours. */
const FURNISH = `
  umask 027
  not_ours() { echo "$1 in it must belong to the user that runs the product" >&2; exit 1; }
  [ ! -d version ] || { echo "version in it is a folder" >&2; exit 1; }
  [ -e version ] || [ -h version ] || echo "$0" | cat > version || { rm -f version; exit 1; }
  found=$(head -c 20 version) && echo "$found" || exit
  [ "$found" = "$0" ] || exit 0
  for file in ${FILES.join(' ')}; do
    [ ! -d "$file" ] || { echo "$file in it is a folder" >&2; exit 1; }
    [ ! -e "$file" ] || { [ -r "$file" ] && [ -w "$file" ]; } || not_ours "$file"
  done
  for part do
    [ -d "$part" ] || [ ! -e "$part" ] || { echo "$part in it is no folder" >&2; exit 1; }
    [ -d "$part" ] || mkdir "$part" || exit
    [ -w "$part" ] || not_ours "$part"
  done
`;

function furnish(folder: string, descriptor: number, owner: Owner | undefined): Failure | undefined {
  const inside = `/proc/${process.pid}/fd/${descriptor}`;
  const { status, stdout, stderr } = runAs(owner, inside, FURNISH, [String(SCHEMA_VERSION), ...PARTS]);
  const found = stdout.trim();
  if (status === 0 && found === String(SCHEMA_VERSION)) return undefined;
  if (status !== 0) {
    if (FULL.test(stderr))
      return failure('config', `DATA_DIR ${folder} cannot be used: ${REASONS.ENOSPC}. Make room, or give another one.`);
    const why =
      stderr
        .trim()
        .split('\n', 1)[0]
        ?.replace(/^.*?: \d+: /, '')
        .slice(0, 200) || 'it does not answer';
    const way = IN_THE_WAY.test(why) ? 'Move that away' : 'Make it writable';
    return failure('config', `DATA_DIR ${folder} cannot be used: ${why}. ${way}, or give another one.`);
  }
  if (!/^\d+$/.test(found))
    return failure(
      'config',
      `DATA_DIR ${folder} cannot be used: the file version in it has no number. Restore a backup; or if only this release wrote the folder, write ${SCHEMA_VERSION} to that file.`,
    );
  return failure(
    'config',
    `${folder} has schema version ${found}; this program reads version ${SCHEMA_VERSION}. docs/operating.md says how to upgrade.`,
  );
}

export function runAs(owner: Owner | undefined, cwd: string, script: string, args: readonly string[]) {
  const shell = ['/bin/sh', '-c', script, ...args];
  const [file = '', ...rest] = owner
    ? ['setpriv', '--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups', ...shell]
    : shell;
  return spawnSync(file, rest, { cwd, encoding: 'utf8', timeout: SUPERVISOR_LIMITS.dataFolderSeconds * 1000 });
}
