/** How many of a worker's backends are busy, and since when that has not changed. */
export class Load {
  private busyCount = 0;
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

  begin(): void {
    this.change(1);
  }

  end(): void {
    this.change(-1);
  }

  private change(by: number): void {
    this.busyCount += by;
    this.changedAtMs = performance.now();
    for (const listener of this.listeners) listener();
  }
}
