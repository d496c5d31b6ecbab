import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import type { Owner } from '../dataFolder';

/**
 * The run folder holds sockets, pipes and work folders: nothing in it outlives the supervisor.
 *
 * An orderly stop sweeps it. For the other way there is the sweeper: a shell that waits on a pipe which closes when the
 * supervisor dies, and then does the same. What even that misses (a power cut), the next start sweeps.
 */

/** `$0` is the run folder; what follows are mounts of our own namespace, taken away with their folders. */
const SWEEP = `
  while read -r _ _ _ _ mount _; do case $mount in "$0"/*) umount -l "$mount" ;; esac; done < /proc/self/mountinfo
  rm -rf "$0"
  for place do umount -l "$place"; rmdir "$place"; done
  rmdir "\${0%/*}"
  for group in /sys/fs/cgroup/asyground-"\${0##*/}" /sys/fs/cgroup/*/asyground-"\${0##*/}"; do rmdir "$group"/*/ "$group"; done
`;
/** The kernel kills the children with the supervisor; a moment later nothing writes here any more. */
const WAIT = 'read _; sleep 0.5;';

const ENVIRONMENT = { PATH: '/usr/bin:/bin' } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv;

export interface RunFolder {
  readonly path: string;
  remove(): void;
}

export function makeRunFolder(folder: string, owner: Owner | undefined, places: readonly string[]): RunFolder {
  spawnSync('/bin/sh', ['-c', SWEEP, folder], { stdio: 'ignore', env: ENVIRONMENT, cwd: '/' });
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const sweeper = spawn('/bin/sh', ['-c', `${WAIT}${SWEEP}`, folder, ...places], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: ENVIRONMENT,
    cwd: '/',
  });
  sweeper.unref();
  return {
    path: folder,
    remove: () => {
      sweeper.kill('SIGKILL');
      spawnSync('/bin/sh', ['-c', SWEEP, folder, ...places], { stdio: 'ignore', env: ENVIRONMENT, cwd: '/' });
    },
  };
}
