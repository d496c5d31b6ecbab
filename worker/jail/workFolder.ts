import {
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  opendirSync,
  readSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { JAIL_LIMITS } from '@/core/limits';

const LISTED_AT_ONCE = 512;

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

  /** At most as many as a folder can have where its files are limited at all times. */
  names(): string[] {
    const names: string[] = [];
    try {
      const folder = opendirSync(`/proc/self/fd/${this.descriptor}`, { bufferSize: LISTED_AT_ONCE });
      try {
        for (let entry = folder.readSync(); entry && names.length < JAIL_LIMITS.workFolderInodes;) {
          names.push(entry.name);
          entry = folder.readSync();
        }
      } finally {
        folder.closeSync();
      }
    } catch {
      // A folder that is gone has no names.
    }
    return names;
  }

  /** Undefined for anything but a regular file. */
  stat(name: string): Stats | undefined {
    try {
      const stats = lstatSync(this.pathOf(name));
      return stats.isFile() ? stats : undefined;
    } catch {
      return undefined;
    }
  }

  /**
   * Undefined for anything but a regular file. Never more than `maxBytes`, which the caller has counted before, even of
   * one that grows meanwhile; from byte `from` on.
   */
  read(name: string, maxBytes: number, from = 0): Buffer | undefined {
    return this.opened(name, (descriptor, stats) => {
      const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(stats.size - from, maxBytes)));
      let filled = 0;
      while (filled < bytes.length) {
        const count = readSync(descriptor, bytes, filled, bytes.length - filled, from + filled);
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
