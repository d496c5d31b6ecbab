import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkFolder } from '../jail/workFolder';

/**
 * What a program has written: files that are new, or differ from what they were before. Only names and lengths; nothing
 * is read before it has been counted.
 */

export interface FoundFile {
  readonly name: string;
  readonly format: string;
  readonly size: number;
  readonly mtimeMs: number;
}

type Seen = Pick<FoundFile, 'size' | 'mtimeMs'>;

/** What files looked like before. */
export type Before = ReadonlyMap<string, Seen>;

/** A folder may have thousands of files: others have their turn in between. */
const FILES_PER_TURN = 256;

export function lookBefore(folder: WorkFolder, names: Iterable<string>): Before {
  const before = new Map<string, Seen>();
  for (const name of names) {
    const stats = folder.stat(name);
    if (stats) before.set(name, { size: stats.size, mtimeMs: stats.mtimeMs });
  }
  return before;
}

export async function changedFiles(
  folder: WorkFolder,
  before: Before,
  isWanted: (name: string, format: string) => boolean,
): Promise<FoundFile[]> {
  const found: FoundFile[] = [];
  let looked = 0;
  for (const name of folder.names()) {
    const format = name.slice(name.lastIndexOf('.') + 1);
    if (!isWanted(name, format)) continue;
    looked += 1;
    if (looked % FILES_PER_TURN === 0) await nextTurn();
    const stats = folder.stat(name);
    const old = before.get(name);
    if (!stats || (old && old.size === stats.size && old.mtimeMs === stats.mtimeMs)) continue;
    found.push({ name, format, size: stats.size, mtimeMs: stats.mtimeMs });
  }
  return found;
}
