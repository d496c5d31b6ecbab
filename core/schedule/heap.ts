/** A binary heap of things that are due, the earliest first; equal times in the order of a serial number. */
export interface Due {
  readonly atMs: number;
  readonly serial: number;
}

export class Heap<T extends Due> {
  private readonly items: T[] = [];

  first(): T | undefined {
    return this.items[0];
  }

  push(item: T): void {
    let index = this.items.length;
    this.items.push(item);
    while (index > 0) {
      const parent = (index - 1) >> 1;
      const above = this.items[parent];
      if (above === undefined || !earlier(item, above)) break;
      this.items[index] = above;
      index = parent;
    }
    this.items[index] = item;
  }

  pop(): T | undefined {
    const top = this.items[0];
    const last = this.items.pop();
    if (last !== undefined && this.items.length > 0) this.sink(last);
    return top;
  }

  private sink(item: T): void {
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const leftItem = this.items[left];
      if (leftItem === undefined) break;
      const rightItem = this.items[left + 1];
      const useRight = rightItem !== undefined && earlier(rightItem, leftItem);
      const child = useRight ? rightItem : leftItem;
      if (!earlier(child, item)) break;
      this.items[index] = child;
      index = useRight ? left + 1 : left;
    }
    this.items[index] = item;
  }
}

function earlier(one: Due, other: Due): boolean {
  return one.atMs < other.atMs || (one.atMs === other.atMs && one.serial < other.serial);
}
