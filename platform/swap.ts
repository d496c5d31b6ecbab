import { lstatSync, realpathSync, type Stats } from 'node:fs';
import path from 'node:path';

/** Whether a user could put something else in the place of a folder, so that root must not write there by its name. */

export interface User {
  readonly uid: number;
  readonly gid: number;
}

const GROUP_WRITES = 0o020;
const OTHERS_WRITE = 0o002;
/** In such a folder one can replace only what is one's own. */
const STICKY = 0o1000;

/** The folders above it decide, and the links on the way. What is not there yet is not looked at. */
export function canSwap(folder: string, user: User): boolean {
  return chain(folder).some((link) => rules(link, user)) || chain(real(folder)).some((link) => rules(link, user));
}

function rules(place: string, user: User): boolean {
  const stats = look(place);
  if (!stats) return false;
  if (stats.uid === user.uid) return true;
  if (!stats.isDirectory() || (stats.mode & STICKY) !== 0) return false;
  return (stats.mode & OTHERS_WRITE) !== 0 || (stats.gid === user.gid && (stats.mode & GROUP_WRITES) !== 0);
}

/** Everything that leads to it, and the folder itself only where it is a link. */
function chain(folder: string): string[] {
  const above: string[] = [];
  for (let at = path.dirname(folder); ; at = path.dirname(at)) {
    above.push(at);
    if (at === path.dirname(at)) break;
  }
  return look(folder)?.isSymbolicLink() ? [folder, ...above] : above;
}

function real(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    return folder;
  }
}

function look(place: string): Stats | undefined {
  return lstatSync(place, { throwIfNoEntry: false });
}
