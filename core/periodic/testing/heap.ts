/**
 * A binary heap, the smallest item first, whose items may go stale: whoever changes what an item stands for need not
 * look for it here. Stale items are passed over, and swept out before they outnumber the others.
 */
export class Heap<T> {
  private items: T[] = [];
  private sweepAtLength = 64;

  constructor(
    private readonly isBefore: (a: T, b: T) => boolean,
    private readonly isCurrent: (item: T) => boolean,
  ) {}

  get length(): number {
    return this.items.length;
  }

  first(): T | undefined {
    for (;;) {
      const item = this.items[0];
      if (item === undefined || this.isCurrent(item)) return item;
      this.removeFirst();
    }
  }

  push(item: T): void {
    if (this.items.length >= this.sweepAtLength) this.sweep();
    const { items } = this;
    let hole = items.push(item) - 1;
    while (hole > 0) {
      const parent = (hole - 1) >> 1;
      const above = items[parent];
      if (above === undefined || !this.isBefore(item, above)) break;
      items[hole] = above;
      hole = parent;
    }
    items[hole] = item;
  }

  removeFirst(): void {
    const { items } = this;
    const item = items.pop();
    if (item === undefined || items.length === 0) return;
    let hole = 0;
    for (;;) {
      let child = 2 * hole + 1;
      let below = items[child];
      const right = items[child + 1];
      if (below !== undefined && right !== undefined && this.isBefore(right, below)) {
        child += 1;
        below = right;
      }
      if (below === undefined || !this.isBefore(below, item)) break;
      items[hole] = below;
      hole = child;
    }
    items[hole] = item;
  }

  /** A sorted array is a heap. */
  private sweep(): void {
    this.items = this.items.filter(this.isCurrent).sort((a, b) => (this.isBefore(a, b) ? -1 : 1));
    this.sweepAtLength = Math.max(64, 2 * this.items.length);
  }
}
