import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, chownSync } from 'node:fs';
import type { Owner } from '../dataFolder';

/**
 * The run folder holds sockets, pipes and work folders: nothing in it outlives the supervisor.
 *
 * An orderly stop removes it. For the other way there is the sweeper: a shell that waits on a pipe which closes when
 * the supervisor dies, and then removes the folder. What even that misses (a power cut), the next start removes.
 */

const SCRIPT =
  'read _; for i in 1 2 3 4 5; do sleep 0.3; rm -rf "$0" 2>/dev/null && break; done; rmdir "${0%/*}" 2>/dev/null';

export interface RunFolder {
  readonly path: string;
  remove(): void;
}

export function makeRunFolder(folder: string, owner: Owner | undefined): RunFolder {
  if (existsSync(folder)) rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const sweeper = spawn('/bin/sh', ['-c', SCRIPT, folder], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    env: { PATH: '/usr/bin:/bin' } as Partial<NodeJS.ProcessEnv> as NodeJS.ProcessEnv,
    cwd: '/',
  });
  sweeper.unref();
  return {
    path: folder,
    remove: () => {
      sweeper.kill('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
