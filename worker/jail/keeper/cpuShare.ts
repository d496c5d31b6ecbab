import { JAIL_LIMITS } from '@/core/limits';

/**
 * Whether a jail has used more than its share of the processors: a bucket of CPU time.
 *
 * It fills at the rate of the share and holds no more than the burst. A jail that has emptied it runs behind the others
 * until it is half full again. Nothing is held back from a jail that runs alone: only its weight beside others changes.
 * A weight alone would not do: the kernel divides a group's weight between the processors it runs on, so one with
 * processes on all of them takes a part of each from neighbours that have only one.
 */
export class CpuShare {
  private milliseconds: number = JAIL_LIMITS.cpuBurstMs;
  private exceeded = false;
  private last: { readonly atMs: number; readonly usedMs: number } | undefined;

  /** Answers whether the jail has gone beyond its share. `usedMs` is all the CPU time it has used by `atMs`. */
  update(atMs: number, usedMs: number): boolean {
    const { cpuShareCores, cpuBurstMs } = JAIL_LIMITS;
    if (this.last) {
      const earned = (atMs - this.last.atMs) * cpuShareCores;
      // What was used comes off before the bucket is capped: a look that comes late must not forgive it.
      const left = this.milliseconds + earned - Math.max(0, usedMs - this.last.usedMs);
      this.milliseconds = Math.max(-cpuBurstMs, Math.min(cpuBurstMs, left));
    }
    this.last = { atMs, usedMs };
    if (this.milliseconds <= 0) this.exceeded = true;
    else if (this.milliseconds >= cpuBurstMs / 2) this.exceeded = false;
    return this.exceeded;
  }
}
