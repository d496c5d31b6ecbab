/**
 * How many tasks each address had under way at a time of late. Starting a jail ahead takes longer than using one up, so
 * an address that has several under way without pause would leave none for somebody who has one after another.
 */

/** Long enough to tell a person who types from a program that does not stop. */
const WINDOW_MS = 2000;
/** Addresses of one window; with more of them nobody is kept from anything. */
const MAX_ADDRESSES = 1024;

export class RecentDemand {
  private windowStartMs = 0;
  private before = new Map<string, number>();
  private current = new Map<string, number>();

  /** Notes a task of an address that has so many under way with it. Answers whether others have fewer at a time. */
  burdensOthers(address: string, underWay: number, nowMs: number): boolean {
    this.moveOn(nowMs);
    const most = this.mostOf(address);
    if (this.current.size < MAX_ADDRESSES || this.current.has(address))
      this.current.set(address, Math.max(underWay, this.current.get(address) ?? 0));
    if (underWay <= 1) return false;
    const own = Math.max(most, underWay);
    for (const asked of [this.current, this.before])
      for (const other of asked.keys()) if (this.mostOf(other) < own) return true;
    return false;
  }

  /** Two windows are looked at, so that what was asked a moment ago is never forgotten at once. */
  private moveOn(nowMs: number): void {
    const passed = Math.floor((nowMs - this.windowStartMs) / WINDOW_MS);
    if (passed <= 0) return;
    this.before = passed === 1 ? this.current : new Map();
    this.current = new Map();
    this.windowStartMs = nowMs;
  }

  private mostOf(address: string): number {
    return Math.max(this.current.get(address) ?? 0, this.before.get(address) ?? 0);
  }
}
