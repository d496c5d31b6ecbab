import { spawn, spawnSync } from 'node:child_process';
import { chownSync, lstatSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { failure } from '@/core/errors';
import { refusal, success, type Result } from '@/core/result';
import { JAIL_MARK } from '@/worker/jail/keeper/walls';
import type { Owner } from '../dataFolder';
import { serviceFolderOf } from '../runFolder';

/**
 * The run folder holds sockets, pipes and work folders: nothing in it outlives the supervisor. As root it is root's, so
 * that nobody else can put something else where root writes; the service user has a folder of its own in it.
 *
 * An orderly stop sweeps it. For the other way there is the sweeper: a shell that waits on a pipe which closes when the
 * supervisor dies, and then does the same. What even that misses (a power cut), the next start sweeps. A start that
 * follows a death at once lets the last sweeper finish first: it would take away what is new.
 */

/** Tells the sweeper of a run folder from those of others. */
const SWEEPER_MARK = 'ASYGROUND_SWEEPER';
/** Far longer than a sweep takes: 20 s. */
const AWAIT_SWEEPER = `
  for _ in $(seq 200); do grep -aqzsx "${SWEEPER_MARK}=\${0##*/}" /proc/[0-9]*/environ || break; sleep 0.1; done
`;

/** `$0` is the run folder; what follows are mounts of our own namespace, taken away with their folders. */
const SWEEP = `
  # bubblewrap's first child may have been orphaned before it could ask to die with its parent.
  for file in $(grep -alzsx "${JAIL_MARK}=\${0##*/}" /proc/[0-9]*/environ); do pid=\${file#/proc/}; kill -9 "\${pid%/environ}"; done
  while read -r _ _ _ _ mount _; do case $mount in "$0"/*) umount -l "$mount" ;; esac; done < /proc/self/mountinfo
  rm -rf "$0"
  for place do umount -l "$place"; rmdir "$place"; done
  rmdir "\${0%/*}"
  # A group can be removed once the last of its processes has been waited for, which may take init a moment.
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    for group in /sys/fs/cgroup/asyground-"\${0##*/}" /sys/fs/cgroup/*/asyground-"\${0##*/}"; do
      [ -d "$group" ] || continue
      rmdir "$group"/*/ "$group" || { sleep 0.3; continue 2; }
    done
    break
  done
`;
const LEAVE = 'for place do umount -l "$place"; rmdir "$place"; rmdir "${place%/*}"; done';
/** The kernel kills the children with the supervisor; a moment later nothing writes here any more. */
const WAIT = 'read _; sleep 0.5;';

const ENVIRONMENT = { PATH: '/usr/bin:/bin' } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

/** Mounts that were made for us (one by scripts/as-root), taken away also when nothing was started. */
export function leavePlaces(places = [process.env.ASYGROUND_PLACE].filter((one) => one !== undefined)): void {
  spawnSync('/bin/sh', ['-c', LEAVE, 'sh', ...places], { stdio: 'ignore', env: ENVIRONMENT, cwd: '/' });
}

export interface RunFolder {
  readonly path: string;
  /** Where the service user may write: the sockets of Redis and of the worker. */
  readonly service: string;
  remove(): void;
}

export function makeRunFolder(folder: string, owner: Owner | undefined, places: readonly string[]): Result<RunFolder> {
  spawnSync('/bin/sh', ['-c', `${AWAIT_SWEEPER}${SWEEP}`, folder], { stdio: 'ignore', env: ENVIRONMENT, cwd: '/' });
  const service = serviceFolderOf(folder);
  try {
    const parent = path.dirname(folder);
    mkdirSync(parent, { recursive: true, mode: 0o755 });
    if (lstatSync(parent).uid !== process.getuid?.()) throw new Error(`${parent} belongs to somebody else`);
    // Neither may be there: what was could be somebody else's.
    mkdirSync(folder, { mode: 0o755 });
    mkdirSync(service, { mode: 0o700 });
    if (owner) chownSync(service, owner.uid, owner.gid);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refusal(failure('config', `The folder for sockets and jails cannot be made: ${why}`));
  }
  const sweeper = spawn('/bin/sh', ['-c', `${WAIT}${SWEEP}`, folder, ...places], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { ...ENVIRONMENT, [SWEEPER_MARK]: path.basename(folder) },
    cwd: '/',
  });
  sweeper.unref();
  return success({
    path: folder,
    service,
    remove: () => {
      sweeper.kill('SIGKILL');
      spawnSync('/bin/sh', ['-c', SWEEP, folder, ...places], { stdio: 'ignore', env: ENVIRONMENT, cwd: '/' });
    },
  });
}
