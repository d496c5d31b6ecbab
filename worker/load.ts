/** How many of a worker's backends are busy, for whom, and since when that has not changed. */
export class Load {
  private busyCount = 0;
  private readonly byAddress = new Map<string, number>();
  private changedAtMs = Number.NEGATIVE_INFINITY;
  private readonly listeners: (() => void)[] = [];

  constructor(readonly backendCount: number) {}

  get busy(): number {
    return this.busyCount;
  }

  /** Every backend works, so that others may wait in the queue. */
  get isFull(): boolean {
    return this.busyCount >= this.backendCount;
  }

  get unchangedMs(): number {
    return performance.now() - this.changedAtMs;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  /** Backends that are busy for one address. */
  of(address: string): number {
    return this.byAddress.get(address) ?? 0;
  }

  begin(address: string): void {
    this.change(address, 1);
  }

  end(address: string): void {
    this.change(address, -1);
  }

  private change(address: string, by: number): void {
    const own = this.of(address) + by;
    if (own > 0) this.byAddress.set(address, own);
    else this.byAddress.delete(address);
    this.busyCount += by;
    this.changedAtMs = performance.now();
    for (const listener of this.listeners) listener();
  }
}
