import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';

/**
 * A jail's /job as the worker sees it: a hostile folder.
 *
 * It is held by a descriptor, so that it can still be read when the jail is gone. Nothing in it is trusted: names come
 * from a listing and stand only behind the descriptor, links are not followed, and only regular files are read.
 */
export class WorkFolder {
  private readonly descriptor: number;

  constructor(folder: string) {
    this.descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  }

  /** Writable for the program too: it may change a file that came with it, as it could at home. */
  put(name: string, bytes: Uint8Array): void {
    const descriptor = openSync(this.pathOf(name), constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL);
    try {
      writeFileSync(descriptor, bytes);
      fchmodSync(descriptor, 0o666);
    } finally {
      closeSync(descriptor);
    }
  }

  /** The writing end of a named pipe; undefined while nobody reads it. Anything but a pipe is refused. */
  openPipe(name: string): number | undefined {
    let descriptor: number;
    try {
      const flags = constants.O_WRONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW;
      descriptor = openSync(this.pathOf(name), flags);
    } catch {
      return undefined;
    }
    if (fstatSync(descriptor).isFIFO()) return descriptor;
    closeSync(descriptor);
    return undefined;
  }

  remove(name: string): void {
    unlinkSync(this.pathOf(name));
  }

  names(): string[] {
    try {
      return readdirSync(`/proc/self/fd/${this.descriptor}`).filter((name) => !name.includes('/'));
    } catch {
      return [];
    }
  }

  /** Undefined for anything but a regular file. */
  stat(name: string): Stats | undefined {
    return this.opened(name, (_descriptor, stats) => stats);
  }

  /** Undefined for anything but a regular file of at most `maxBytes`. */
  read(name: string, maxBytes: number): Buffer | undefined {
    return this.opened(name, (descriptor, stats) => {
      if (stats.size > maxBytes) return undefined;
      const bytes = Buffer.allocUnsafe(stats.size);
      let filled = 0;
      while (filled < bytes.length) {
        const count = readSync(descriptor, bytes, filled, bytes.length - filled, filled);
        if (count === 0) break;
        filled += count;
      }
      return bytes.subarray(0, filled);
    });
  }

  close(): void {
    closeSync(this.descriptor);
  }

  private opened<T>(name: string, use: (descriptor: number, stats: Stats) => T): T | undefined {
    let descriptor: number;
    try {
      // Not blocking: a pipe in the place of a result must not hold us.
      descriptor = openSync(this.pathOf(name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    } catch {
      return undefined;
    }
    try {
      const stats = fstatSync(descriptor);
      return stats.isFile() ? use(descriptor, stats) : undefined;
    } finally {
      closeSync(descriptor);
    }
  }

  private pathOf(name: string): string {
    return `/proc/self/fd/${this.descriptor}/${name}`;
  }
}
