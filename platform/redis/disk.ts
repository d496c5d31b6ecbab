import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Tells when what Redis has executed has also been written to its file, so that its death costs nothing.
 *
 * Redis writes before it answers, except while it flushes the file to the disk in the background: then it may answer
 * first and write up to 2 s later. An answer that says that no flush is going on was itself written after everything
 * before it. (A cut of the power may still cost the last second: docs/operating.md.)
 */

const AGAIN_MS = 2;

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

export class Disk {
  private waiting: Waiting[] = [];
  private isLooking = false;

  /** `look` is INFO persistence. */
  constructor(private readonly look: () => Promise<string>) {}

  settled(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ resolve, reject });
      if (!this.isLooking) void this.watch();
    });
  }

  /** Whoever comes while it looks may have come too late for this look, and waits for the next one. */
  private async watch(): Promise<void> {
    this.isLooking = true;
    while (this.waiting.length > 0) {
      const waiting = this.waiting;
      this.waiting = [];
      try {
        const isSettled = !isFlushing(await this.look());
        if (isSettled) for (const { resolve } of waiting) resolve();
        else {
          this.waiting.unshift(...waiting);
          await sleep(AGAIN_MS);
        }
      } catch (error) {
        for (const { reject } of waiting) reject(error as Error);
      }
    }
    this.isLooking = false;
  }
}

/** Whether Redis may have answered before it wrote, as INFO persistence tells. */
export function isFlushing(persistence: string): boolean {
  return /aof_pending_bio_fsync:[1-9]/.test(persistence);
}
