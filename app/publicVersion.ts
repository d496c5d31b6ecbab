import { readdirSync } from 'node:fs';
import path from 'node:path';

const versions = new Map<string, string | undefined>();

/** The version that the build has put into a folder of public/, which is all that this server can hand out. */
export function publicVersion(folder: 'monaco' | 'language'): string | undefined {
  if (!versions.has(folder)) versions.set(folder, readVersion(folder));
  return versions.get(folder);
}

function readVersion(folder: string): string | undefined {
  try {
    return readdirSync(path.join(process.cwd(), 'public', folder))[0];
  } catch {
    return undefined;
  }
}
