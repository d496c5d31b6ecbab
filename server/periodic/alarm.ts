/** One timer to the next moment at which something is due. */

/** Timers hold at most 2^31 ms; a later moment is looked at again. */
const LONGEST_MS = 2 ** 31 - 1;

export class Alarm {
  private timer: NodeJS.Timeout | undefined;
  private atMs = Infinity;

  constructor(
    private readonly nowMs: () => number,
    private readonly ring: () => void,
  ) {}

  /** Forgets what was set before. */
  set(atMs: number): void {
    if (atMs === this.atMs) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.atMs = atMs;
    if (atMs === Infinity) return;
    const inMs = Math.ceil(atMs - this.nowMs());
    this.timer = setTimeout(() => this.rang(), Math.min(Math.max(inMs, 0), LONGEST_MS));
  }

  /** Never later than what was set before. */
  setEarlier(atMs: number): void {
    if (atMs < this.atMs) this.set(atMs);
  }

  private rang(): void {
    const { atMs } = this;
    this.atMs = Infinity;
    if (atMs <= this.nowMs()) this.ring();
    else this.set(atMs);
  }
}
