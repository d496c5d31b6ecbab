import { LRUCache } from 'lru-cache';

/**
 * How fast one address is brought results, and its requests and tasks are taken in: each front and worker has one thread,
 * and whoever comes with large or many ones without pause would keep it from everybody else. A burst is free; after that
 * the next is taken only when the time of those before it has passed.
 */

export interface PaceRules {
  readonly perSecond: number;
  /** What may be taken at once after a rest. */
  readonly burst: number;
  /** Nobody waits longer: what was sent and refused counts too, and others may have the same address. */
  readonly maxRestMs?: number;
}

/** One that has rested is as good as forgotten. */
const MAX_ADDRESSES = 4096;

export class Pace {
  /** When all that an address took is paid for. */
  private readonly paidAtMs = new LRUCache<string, number>({ max: MAX_ADDRESSES });

  constructor(
    private readonly rules: PaceRules,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Counts what was taken, and answers how long to wait before more is. */
  take(address: string, amount: number): number {
    const { perSecond, burst, maxRestMs = Infinity } = this.rules;
    const nowMs = this.now();
    const freeMs = (burst / perSecond) * 1000;
    const owedAtMs = Math.max(nowMs, this.paidAtMs.get(address) ?? 0) + (amount / perSecond) * 1000;
    const paidAtMs = Math.min(owedAtMs, nowMs + freeMs + maxRestMs);
    this.paidAtMs.set(address, paidAtMs);
    return Math.max(0, paidAtMs - nowMs - freeMs);
  }
}
