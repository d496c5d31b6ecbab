/**
 * How often each address asked for a warm jail of late. Starting one ahead takes longer than using one up, so an address
 * that asks without pause would leave none for anybody else: it leaves some for each of those who ask far less often.
 */

/** Long enough to tell a person who types from a program that does not stop. */
const WINDOW_MS = 2000;
/** Who asks no more than so many times as often as somebody else is no burden to them. */
const FAIR_FACTOR = 2;
/** What is left for each of those: the next one, and one more while that is being replaced. */
const LEFT_FOR_EACH = 2;
/** Addresses of one window; with more of them nobody is kept from anything. */
const MAX_ADDRESSES = 1024;

export class RecentDemand {
  private windowStartMs = 0;
  private before = new Map<string, number>();
  private current = new Map<string, number>();

  /** Counts a request. Answers how many it has to leave for others. */
  ask(address: string, nowMs: number): number {
    this.moveOn(nowMs);
    if (this.current.size < MAX_ADDRESSES || this.current.has(address))
      this.current.set(address, (this.current.get(address) ?? 0) + 1);
    const own = this.countOf(address);
    let burdened = 0;
    for (const other of new Set([...this.current.keys(), ...this.before.keys()]))
      if (own > this.countOf(other) * FAIR_FACTOR) burdened += 1;
    return burdened * LEFT_FOR_EACH;
  }

  /** Two windows are looked at, so that what was asked a moment ago is never forgotten at once. */
  private moveOn(nowMs: number): void {
    const passed = Math.floor((nowMs - this.windowStartMs) / WINDOW_MS);
    if (passed <= 0) return;
    this.before = passed === 1 ? this.current : new Map();
    this.current = new Map();
    this.windowStartMs = nowMs;
  }

  private countOf(address: string): number {
    return (this.current.get(address) ?? 0) + (this.before.get(address) ?? 0);
  }
}
