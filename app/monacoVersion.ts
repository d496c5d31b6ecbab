import { readdirSync } from 'node:fs';
import path from 'node:path';

let version: string | undefined;

/** The editor's version that the build has put into public/: the only one that this server can hand out. */
export function monacoVersion(): string {
  version ??= readdirSync(path.join(process.cwd(), 'public', 'monaco'))[0] ?? '';
  return version;
}
