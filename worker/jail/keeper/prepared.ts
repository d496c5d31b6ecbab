import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The prepared toolchain (docs/speed.md) as the walls see it: a folder for all jails, and files in place of others. */

export interface Prepared {
  readonly folder: string;
  /** Our file and the file of the system that it stands in for, where a jail allows it. */
  readonly replaced: readonly { readonly ours: string; readonly theirs: string }[];
}

/** Only below these may something be replaced. */
const TOOLCHAIN = ['/usr/share/texlive/', '/var/lib/texmf/', '/usr/share/asymptote/'];

/** Undefined if nothing was prepared. */
export function readPrepared(folder: string): Prepared | undefined {
  if (!existsSync(path.join(folder, 'stamp'))) return undefined;
  const over = path.join(folder, 'over');
  const replaced = (existsSync(over) ? filesBelow(over) : [])
    .map((file) => ({ ours: path.join(over, file), theirs: path.join('/', file) }))
    .filter(({ theirs }) => TOOLCHAIN.some((tree) => theirs.startsWith(tree)) && existsSync(theirs));
  return { folder, replaced };
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory())
      return filesBelow(path.join(folder, entry.name)).map((file) => path.join(entry.name, file));
    return entry.isFile() ? [entry.name] : [];
  });
}
