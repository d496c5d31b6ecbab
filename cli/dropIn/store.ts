import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseJson } from '../../core/json';
import type { Question } from '../answer';
import type { Finished } from './drawing';

/**
 * What was drawn of the figures of documents, in the user's cache folder. LaTeX writes every figure anew in each run, and
 * tools call asy for one after another: this says which of them are drawn already, so that those which are not can be drawn
 * side by side (docs/asy.md, 7). All of it may be lost at any time.
 */

const LIMITS = {
  maxEntries: 2000,
  maxBytes: 128 * 2 ** 20,
  /** How long an answer stands for the server's own: as long as a build takes. */
  freshMs: 10 * 60 * 1000,
} as const;

export interface Kept {
  readonly finished: Finished;
  readonly isFresh: boolean;
}

export function cacheFolderOf({ XDG_CACHE_HOME, HOME }: Readonly<Record<string, string | undefined>>): string {
  return path.join(XDG_CACHE_HOME || path.join(HOME ?? '', '.cache'), 'asyground');
}

export class FigureStore {
  private readonly folder: string;

  constructor(cacheFolder: string) {
    this.folder = path.join(cacheFolder, 'figures');
  }

  read(key: string): Kept | undefined {
    const file = path.join(this.folder, key);
    try {
      const finished = parseJson(readFileSync(file, 'utf8'));
      if (!isFinished(finished)) return undefined;
      return { finished, isFresh: Date.now() - statSync(file).mtimeMs < LIMITS.freshMs };
    } catch {
      return undefined;
    }
  }

  keep(key: string, finished: Finished): void {
    try {
      mkdirSync(this.folder, { recursive: true, mode: 0o700 });
      const file = path.join(this.folder, key);
      // Others may be reading, and writing the same.
      writeFileSync(`${file}.${process.pid}`, JSON.stringify(finished), { mode: 0o600 });
      renameSync(`${file}.${process.pid}`, file);
    } catch {
      // Without it everything is drawn when it is asked for.
    }
  }

  /** The oldest go. */
  prune(): void {
    try {
      const entries = readdirSync(this.folder).map((name) => {
        const { size, mtimeMs } = statSync(path.join(this.folder, name));
        return { name, size, mtimeMs };
      });
      entries.sort((a, b) => b.mtimeMs - a.mtimeMs);
      let bytes = 0;
      for (const [i, { name, size }] of entries.entries()) {
        bytes += size;
        if (i >= LIMITS.maxEntries || bytes > LIMITS.maxBytes) rmSync(path.join(this.folder, name), { force: true });
      }
    } catch {
      // Somebody else is at it.
    }
  }
}

export function keyOf(server: string, { main, files, options }: Question): string {
  const hash = createHash('sha256').update(JSON.stringify([server, main, options]));
  for (const [name, { bytes }] of [...files].sort(([a], [b]) => (a < b ? -1 : 1)))
    hash.update(JSON.stringify([name, bytes.length])).update(bytes);
  return hash.digest('hex');
}

function isFinished(value: unknown): value is Finished {
  if (typeof value !== 'object' || value === null) return false;
  const { code, stdout, stderr, files, problems } = value as Partial<Record<keyof Finished, unknown>>;
  const isText = typeof code === 'number' && typeof stdout === 'string' && typeof stderr === 'string';
  return isText && Array.isArray(files) && Array.isArray(problems);
}
