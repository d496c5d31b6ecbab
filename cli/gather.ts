import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkFileName } from '../core/submission/fileNames';
import { SUBMISSION_LIMITS } from '../core/limits';
import { neededFiles } from '../core/render/imports';

/**
 * The files of a project, beginning with the main file: those that were named, and those that the programs among them
 * need and that stand beside them (docs/cli.md, 3). A server knows no folders, so each is sent under its bare name.
 */

export interface Gathered {
  readonly main: string;
  /** By the name they are sent under. */
  readonly files: ReadonlyMap<string, { readonly path: string; readonly bytes: Buffer }>;
}

export async function gather(named: readonly string[]): Promise<Gathered | { readonly wrong: string }> {
  const files = new Map<string, { path: string; bytes: Buffer }>();
  const [first = ''] = named;
  const waiting = named.map((file) => ({ file, isNamed: true }));
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { file, isNamed } = next;
    const name = path.basename(file);
    const known = files.get(name);
    if (known !== undefined) {
      if (isNamed && path.resolve(known.path) !== path.resolve(file))
        return { wrong: `${known.path} and ${file} have the same name; the server keeps all files in one folder.` };
      continue;
    }
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes === undefined) {
      // What a program seems to need may be asy's own, or no file at all.
      if (isNamed) return { wrong: `can't read ${file}` };
      continue;
    }
    const badName = checkFileName(name, SUBMISSION_LIMITS);
    if (badName !== undefined && isNamed) return { wrong: `${file}: ${badName.message}` };
    if (badName !== undefined) continue;
    files.set(name, { path: file, bytes });
    if (!name.endsWith('.asy')) continue;
    for (const needed of neededFiles(bytes.toString('utf8')))
      if (path.basename(needed) === needed)
        waiting.push({ file: path.join(path.dirname(file), needed), isNamed: false });
  }
  return { main: path.basename(first), files };
}
