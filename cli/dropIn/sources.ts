import { readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { checkFileName } from '../../core/submission/fileNames';
import { SUBMISSION_LIMITS } from '../../core/limits';
import { neededFiles } from '../../core/render/imports';

/**
 * The files that a program needs (docs/asy.md, 3): those it names, and those that these name. asy looks for them in the
 * folder it is called in, and for modules also where ASYMPTOTE_DIR and `~/.asy` say. Nothing is read anywhere else: a
 * program that somebody sent must not be able to send a file of yours away.
 */

export interface Sources {
  readonly main: string;
  readonly files: ReadonlyMap<string, { readonly bytes: Buffer }>;
  /** Files that are there and that a server does not take, with the reason. */
  readonly unsent: readonly string[];
}

export interface Place {
  /** asy's current folder. */
  readonly folder: string;
  /** Folders of modules, seen from it. */
  readonly search: readonly string[];
}

export class Gathering {
  private readonly files = new Map<string, { bytes: Buffer }>();
  private readonly unsent = new Map<string, string>();

  constructor(
    private readonly place: Place,
    private readonly main: string,
  ) {}

  get sources(): Sources {
    return { main: this.main, files: this.files, unsent: [...this.unsent.values()] };
  }

  /** `more`: names that no program says. */
  async begin(bytes: Buffer, more: readonly string[]): Promise<void> {
    this.files.set(this.main, { bytes });
    await this.follow([...neededFiles(bytes.toString('utf8')), ...more]);
  }

  /** True if there is any of them that was not sent yet. */
  async follow(names: readonly string[]): Promise<boolean> {
    const known = this.files.size;
    const waiting = [...names];
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      if (this.files.has(name) || this.unsent.has(name) || this.files.size >= SUBMISSION_LIMITS.maxFiles) continue;
      const bytes = await this.find(name);
      if (bytes === undefined) continue;
      if (typeof bytes === 'string') {
        this.unsent.set(name, `${name}: ${bytes}`);
        continue;
      }
      const wrong = path.basename(name) === name ? checkFileName(name, SUBMISSION_LIMITS)?.message : FOLDERS;
      if (wrong !== undefined) this.unsent.set(name, `${name}: ${wrong}`);
      else {
        this.files.set(name, { bytes });
        if (name.endsWith('.asy')) waiting.push(...neededFiles(bytes.toString('utf8')));
      }
    }
    return this.files.size > known;
  }

  /** A text says why it is not sent. */
  private async find(name: string): Promise<Buffer | string | undefined> {
    const { folder, search } = this.place;
    for (const from of [folder, ...(name.endsWith('.asy') ? search : [])]) {
      const bytes = await readInside(path.resolve(folder, from), name);
      if (bytes) return bytes;
    }
    return undefined;
  }
}

const FOLDERS = 'a server has no folders; put the file next to the program.';
const OUTSIDE = 'it is outside the folder, and not sent.';
const LARGE = `a server takes ${SUBMISSION_LIMITS.maxSourceBytes / 2 ** 20} MiB, and it is larger.`;

/** Neither `..` nor a link leads out. */
async function readInside(folder: string, name: string): Promise<Buffer | string | undefined> {
  try {
    const [home, file] = await Promise.all([realpath(folder), realpath(path.resolve(folder, name))]);
    if (!file.startsWith(home.endsWith(path.sep) ? home : home + path.sep)) return OUTSIDE;
    return (await stat(file)).size > SUBMISSION_LIMITS.maxSourceBytes ? LARGE : await readFile(file);
  } catch {
    return undefined;
  }
}

/** What asy and TeX say of a file that they did not find. */
const MISSING = [/Cannot open file "([^"\n]+)"/g, /could not load module '([^'\n]+)'/g, /File `([^'\n]+)' not found/g];

/** Names that no text of the program shows, since it puts them together. */
export function missingFiles(said: string): string[] {
  const names = MISSING.flatMap((pattern) => [...said.matchAll(pattern)].map(([, name = '']) => name));
  return names.flatMap((name) => (name.includes('.') ? [name] : [name, `${name}.asy`]));
}
