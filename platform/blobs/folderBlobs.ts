import { randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { nameParts, type Blobs, type OpenBlob } from './blobs';
import { filesBelow, weighFolder } from './folderUse';

/** No name of a blob ends like this. */
const UNFINISHED = '~';

/**
 * Blobs in a folder: of this machine, or one that all machines of the product share.
 *
 * The first part of a name is a folder, and so is the beginning of the second, so that no folder grows too long. What was
 * put is on the disk, with its name, before anybody is told: a cut of the power leaves no index without its blob.
 */
export class FolderBlobs implements Blobs {
  constructor(
    private readonly root: string,
    /** Hears how many bytes are about to be written. */
    private readonly onWrite: (bytes: number) => void = () => undefined,
  ) {}

  async put(name: string, bytes: Uint8Array): Promise<void> {
    this.onWrite(bytes.length);
    await this.write(name, (unfinished) => writeSynced(unfinished, bytes));
  }

  async copy(from: string, to: string): Promise<number | undefined> {
    try {
      // Blobs are replaced, never changed: two names of one file are as good as two files.
      await this.write(to, (unfinished) => link(this.place(from), unfinished));
      return (await stat(this.place(to))).size;
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
  }

  async open(name: string): Promise<OpenBlob | undefined> {
    try {
      const file = await open(this.place(name));
      const { size } = await file.stat();
      return { size, stream: file.createReadStream() };
    } catch (error) {
      if (isMissing(error)) return undefined;
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

  async *list(): AsyncIterable<string> {
    for await (const { file } of filesBelow(this.root)) {
      const [kind = '', , ...rest] = path.relative(this.root, file).split(path.sep);
      if (rest.length > 0 && !file.endsWith(UNFINISHED)) yield [kind, ...rest].join('/');
    }
  }

  weigh(isOver?: () => boolean): Promise<Map<string, number>> {
    return weighFolder(this.root, isOver);
  }

  /** Whole or not at all. */
  private async write(name: string, make: (unfinished: string) => Promise<void>): Promise<void> {
    const file = this.place(name);
    const unfinished = `${file}.${randomUUID()}${UNFINISHED}`;
    const folder = path.dirname(file);
    const made = await mkdir(folder, { recursive: true, mode: 0o750 });
    try {
      await make(unfinished);
      await rename(unfinished, file);
      await syncFolders(folder, made === undefined ? folder : path.dirname(made));
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  private place(name: string): string {
    const [kind = '', ...rest] = nameParts(name);
    return path.join(this.root, kind, (rest[0] ?? '').slice(0, 2), ...rest);
  }
}

async function writeSynced(name: string, bytes: Uint8Array): Promise<void> {
  const file = await open(name, 'w', 0o640);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name is on the disk when its folder is, and that of each folder that is new as well. */
async function syncFolders(from: string, upTo: string): Promise<void> {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const handle = await open(folder, 'r');
    await handle.sync().finally(() => handle.close());
    if (folder === upTo || folder === path.dirname(folder)) return;
  }
}

function isMissing(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
