import { LRUCache } from 'lru-cache';
import { JAIL_LIMITS } from '@/core/limits';

/**
 * What an address has left of its share of the processors: a bucket of CPU time that all its jails draw from, one after
 * another and side by side.
 *
 * It fills at the rate of the share and holds no more than the burst. An address that has emptied it is beyond its share
 * until it is half full again, and owes what it used beyond, up to a limit. Nothing is held back from one that is alone:
 * only its weight beside others changes. A weight alone would not do: the kernel divides a group's weight between the
 * processors it runs on, so one with processes on all of them takes a part of each from neighbours that have only one.
 */
export class CpuShare {
  private leftMs: number = JAIL_LIMITS.cpuBurstMs;
  private exceeded = false;
  private lookedAtMs: number | undefined;
  private usedAtMs = Number.NEGATIVE_INFINITY;

  /** `usedMs` is the CPU time of its jails since the last look. */
  spend(atMs: number, usedMs: number): void {
    const { cpuShareCores, cpuBurstMs, cpuDebtMs } = JAIL_LIMITS;
    const earned = (atMs - (this.lookedAtMs ?? atMs)) * cpuShareCores;
    this.lookedAtMs = atMs;
    if (usedMs > 0) this.usedAtMs = atMs;
    // What was used comes off before the bucket is capped: a look that comes late must not forgive it.
    this.leftMs = Math.max(-cpuDebtMs, Math.min(cpuBurstMs, this.leftMs + earned - Math.max(0, usedMs)));
    if (this.leftMs <= 0) this.exceeded = true;
    else if (this.leftMs >= cpuBurstMs / 2) this.exceeded = false;
  }

  /**
   * Whether its jails run behind those of `others`, and behind the service. Of several that are beyond their share the one
   * that has used least does not: it would suffer from the others as much as they do from it.
   */
  isBehind(others: Iterable<CpuShare>, atMs: number): boolean {
    if (!this.exceeded) return false;
    let isAlone = true;
    for (const other of others) {
      if (other === this || atMs - other.usedAtMs > JAIL_LIMITS.cpuRivalMs) continue;
      if (other.leftMs > this.leftMs) return true;
      isAlone = false;
    }
    return isAlone;
  }
}

/** The shares of the addresses that had jails lately. */
export class CpuShares {
  private readonly byAddress = new LRUCache<string, CpuShare>({ max: JAIL_LIMITS.maxCpuShares });

  /** A jail that nobody asked for has one of its own. */
  of(address: string | undefined): CpuShare {
    if (address === undefined) return new CpuShare();
    const known = this.byAddress.get(address);
    if (known) return known;
    const share = new CpuShare();
    this.byAddress.set(address, share);
    return share;
  }

  isBehind(share: CpuShare, atMs: number): boolean {
    // It may have rested since the last look.
    share.spend(atMs, 0);
    return share.isBehind(this.byAddress.values(), atMs);
  }
}
