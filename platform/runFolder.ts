import { tmpdir } from 'node:os';
import path from 'node:path';

/** Where an instance has its sockets and jails while it runs. */

/** A unix socket's path may have 107 bytes; the longest name below the run folder needs about 30. */
const MAX_RUN_FOLDER_BYTES = 70;
const SERVICE_FOLDER = 'service';

/** As root in /run, where jails of other users can be reached; otherwise in the data folder if its path is short. */
export function runFolderOf(data: { readonly run: string; readonly instance: string }, isRoot: boolean): string {
  if (isRoot) return `/run/asyground/${data.instance}`;
  const isShort = Buffer.byteLength(data.run) <= MAX_RUN_FOLDER_BYTES;
  return path.join(isShort ? data.run : path.join(tmpdir(), `asyground-${process.getuid?.()}`), data.instance);
}

/** Where the service user may write: the sockets of Redis and of the worker. */
export function serviceFolderOf(runFolder: string): string {
  return path.join(runFolder, SERVICE_FOLDER);
}
