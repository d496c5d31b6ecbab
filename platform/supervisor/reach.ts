import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import type { Owner } from '../dataFolder';

/**
 * Makes the data folder reachable for the service user, wherever the person put it: a folder below /root, say, is also
 * mounted where everybody may go. Only as root, in the mount namespace of our own.
 */
export function reachable(folder: string, owner: Owner | undefined): { path: string; place: string | undefined } {
  if (!owner) return { path: folder, place: undefined };
  const identity = ['--reuid', String(owner.uid), '--regid', String(owner.gid), '--clear-groups'];
  if (spawnSync('setpriv', [...identity, 'test', '-w', folder]).status === 0) return { path: folder, place: undefined };
  const place = `/run/asyground/data-${process.pid}`;
  mkdirSync(place, { recursive: true });
  const mounted = spawnSync('mount', ['--bind', folder, place]);
  return mounted.status === 0 ? { path: place, place } : { path: folder, place: undefined };
}
