/** One timer to the next moment at which something is due. */

/** Timers hold at most 2^31 ms; a later moment is looked at again. */
const LONGEST_MILLISECONDS = 2 ** 31 - 1;

export class Alarm {
  private timer: NodeJS.Timeout | undefined;
  private atMilliseconds = Infinity;

  constructor(
    private readonly nowMilliseconds: () => number,
    private readonly ring: () => void,
  ) {}

  /** Forgets what was set before. */
  set(atMilliseconds: number): void {
    if (atMilliseconds === this.atMilliseconds) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.atMilliseconds = atMilliseconds;
    if (atMilliseconds === Infinity) return;
    const inMilliseconds = Math.ceil(atMilliseconds - this.nowMilliseconds());
    this.timer = setTimeout(() => this.rang(), Math.min(Math.max(inMilliseconds, 0), LONGEST_MILLISECONDS));
  }

  /** Never later than what was set before. */
  setEarlier(atMilliseconds: number): void {
    if (atMilliseconds < this.atMilliseconds) this.set(atMilliseconds);
  }

  private rang(): void {
    const { atMilliseconds } = this;
    this.atMilliseconds = Infinity;
    if (atMilliseconds <= this.nowMilliseconds()) this.ring();
    else this.set(atMilliseconds);
  }
}
