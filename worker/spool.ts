import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';

/**
 * Where results of renders wait on disk until their front takes them, so that neither a backend nor memory is held by a
 * client that does not read. The files have no names: whatever happens to this process, nothing is left of them.
 *
 * There is a limit for all of them together. When it is passed, the one that has waited longest is given up.
 */

export interface SpoolFile {
  /** Where it was put; undefined if the disk does not take it. */
  write(bytes: Uint8Array): number | undefined;
  read(at: number, length: number): Uint8Array;
  close(): void;
}

interface Waiting {
  readonly descriptor: number;
  readonly giveUp: () => void;
  bytes: number;
}

export class Spool {
  /** The oldest first. */
  private readonly files = new Set<Waiting>();
  private total = 0;

  constructor(
    private readonly folder: string,
    private readonly maxBytes: number,
  ) {
    mkdirSync(folder, { recursive: true, mode: 0o750 });
  }

  get bytes(): number {
    return this.total;
  }

  /** `giveUp`: others need the room. It must close the file. */
  open(giveUp: () => void): SpoolFile {
    const name = path.join(this.folder, randomUUID());
    const descriptor = openSync(name, 'wx+', 0o600);
    unlinkSync(name);
    const file: Waiting = { descriptor, giveUp, bytes: 0 };
    this.files.add(file);
    return {
      write: (bytes) => this.write(file, bytes),
      read: (at, length) => {
        const bytes = Buffer.allocUnsafe(length);
        return bytes.subarray(0, readSync(descriptor, bytes, 0, length, at));
      },
      close: () => this.close(file),
    };
  }

  private write(file: Waiting, bytes: Uint8Array): number | undefined {
    const at = file.bytes;
    try {
      for (let done = 0; done < bytes.length;)
        done += writeSync(file.descriptor, bytes, done, bytes.length - done, at + done);
    } catch {
      // A full disk: the bytes wait where they are.
      return undefined;
    }
    file.bytes += bytes.length;
    this.total += bytes.length;
    for (const oldest of this.files) {
      if (this.total <= this.maxBytes) break;
      if (oldest !== file) oldest.giveUp();
    }
    return at;
  }

  private close(file: Waiting): void {
    if (!this.files.delete(file)) return;
    this.total -= file.bytes;
    closeSync(file.descriptor);
  }
}
