import { RESTORE_LIMITS } from '@/core/limits';

/**
 * Which contents the server probably still has (docs/asyonline.md, 11). A wrong guess costs one round trip: the server
 * says `missing`, and the contents are sent after all.
 */
export class SentHashes {
  private readonly usedAt = new Map<string, number>();

  /** `now` in milliseconds. */
  constructor(
    private readonly now: () => number,
    private readonly keepSeconds: number = RESTORE_LIMITS.keepSeconds,
  ) {}

  has(hash: string): boolean {
    const usedAt = this.usedAt.get(hash);
    return usedAt !== undefined && this.now() - usedAt < this.keepSeconds * 1000;
  }

  /** Sent or restored just now: either refreshes it on the server. */
  note(hashes: Iterable<string>): void {
    for (const hash of hashes) {
      // Deleted first, so that the map stays in the order of use.
      this.usedAt.delete(hash);
      this.usedAt.set(hash, this.now());
    }
    for (const hash of this.usedAt.keys()) {
      if (this.has(hash)) return;
      this.usedAt.delete(hash);
    }
  }

  forget(hash: string): void {
    this.usedAt.delete(hash);
  }
}
