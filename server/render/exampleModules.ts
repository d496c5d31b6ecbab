import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { checkFileName } from '@/core/submission/fileNames';
import type { SubmissionLimits } from '@/core/submission/limits';

/**
 * The examples that come with Asymptote, which programs can import on its own servers (docs/render-api.md, 9). Those that
 * a program names become files of its submission, so a jail needs no more to read than it has.
 */

/** Where Debian's `asymptote-doc` puts them. */
const FOLDER = '/usr/share/doc/asymptote/examples';

const IMPORTED = /\b(?:import|access|include|from)\s{1,64}"?(\w{1,64})/g;
/** Data that an example reads. */
const QUOTED = /"([\w-]{1,64}\.\w{1,8})"/g;

type File = readonly [name: string, bytes: Uint8Array];

export class ExampleModules {
  private listed: Promise<ReadonlySet<string>> | undefined;

  constructor(private readonly folder = FOLDER) {}

  /** `program`, and after it every example that it needs, as long as there is room. */
  async complete(program: File, limits: SubmissionLimits): Promise<File[]> {
    const known = await (this.listed ??= list(this.folder, limits));
    const files: File[] = [program];
    const seen = new Set([program[0]]);
    let room = limits.maxProgramBytes - program[1].length;
    // It grows while it is read: an example may import another.
    for (const [name, bytes] of files) {
      if (!name.endsWith('.asy')) continue;
      for (const wanted of namesIn(Buffer.from(bytes).toString('latin1'))) {
        if (seen.has(wanted) || !known.has(wanted)) continue;
        seen.add(wanted);
        const contents = await readFile(path.join(this.folder, wanted));
        if (contents.length > room || files.length >= limits.maxFiles) continue;
        room -= contents.length;
        files.push([wanted, contents]);
      }
    }
    return files;
  }
}

/** Nothing where the package is not installed: asy then says that there is no such module. */
async function list(folder: string, limits: SubmissionLimits): Promise<ReadonlySet<string>> {
  const names = await readdir(folder).catch(() => []);
  return new Set(names.filter((name) => checkFileName(name, limits) === undefined));
}

function namesIn(source: string): Set<string> {
  const modules = Array.from(source.matchAll(IMPORTED), ([, name]) => `${name}.asy`);
  return new Set([...modules, ...Array.from(source.matchAll(QUOTED), ([, name]) => String(name))]);
}
