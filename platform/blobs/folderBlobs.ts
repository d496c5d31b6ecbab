import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { nameParts, type Blobs } from './blobs';

/**
 * Blobs in a folder: of this machine, or one that all machines of the product share.
 *
 * The first part of a name is a folder, and so is the beginning of the second, so that no folder grows too long.
 */
export class FolderBlobs implements Blobs {
  constructor(private readonly root: string) {}

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const file = this.place(name);
    const unfinished = `${file}.${randomUUID()}~`;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o750 });
    try {
      await writeFile(unfinished, bytes, { mode: 0o640 });
      await rename(unfinished, file);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async get(name: string): Promise<Buffer | undefined> {
    try {
      return await readFile(this.place(name));
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.place(name), { force: true });
  }

  async removeAll(prefix: string): Promise<void> {
    await rm(this.place(prefix), { recursive: true, force: true });
  }

  private place(name: string): string {
    const [kind = '', ...rest] = nameParts(name);
    return path.join(this.root, kind, (rest[0] ?? '').slice(0, 2), ...rest);
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
