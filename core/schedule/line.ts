/**
 * A first-in first-out line of tasks that may also leave from the middle or come back to the head.
 *
 * Its order is a number of each task. Whoever is added at the tail has the largest so far; whoever comes back was once
 * the head, so it stands before everybody but others that came back. These few are kept apart in `returned`; there are
 * never more of them than backends. A task that leaves from the middle is only marked and is skipped when the head
 * reaches it, so every operation costs O(1) on average, or O(log n) for `replace`, and a copy is one flat copy.
 */
export class Line<T> {
  private returned: T[] = [];
  private items: T[] = [];
  /** Index in `items` of the first that still waits. Never stands on a marked one. */
  private start = 0;
  private marked = new Set<number>();

  constructor(private readonly orderOf: (task: T) => number) {}

  get size(): number {
    return this.returned.length + this.items.length - this.start - this.marked.size;
  }

  first(): T | undefined {
    return this.returned.length > 0 ? this.returned[0] : this.items[this.start];
  }

  push(task: T): void {
    this.items.push(task);
  }

  giveBack(task: T): void {
    const order = this.orderOf(task);
    const behind = this.returned.findIndex((other) => this.orderOf(other) > order);
    this.returned.splice(behind === -1 ? this.returned.length : behind, 0, task);
  }

  shift(): T | undefined {
    if (this.returned.length > 0) return this.returned.shift();
    const task = this.items[this.start];
    if (task !== undefined) {
      this.start += 1;
      this.tidy();
    }
    return task;
  }

  /** The task must be in this line. */
  remove(task: T): void {
    const order = this.orderOf(task);
    const place = this.returned.findIndex((other) => this.orderOf(other) === order);
    if (place !== -1) {
      this.returned.splice(place, 1);
      return;
    }
    this.marked.add(order);
    this.tidy();
  }

  /** Puts a changed task in the place of the one with the same order. */
  replace(task: T): void {
    const order = this.orderOf(task);
    const place = this.returned.findIndex((other) => this.orderOf(other) === order);
    if (place !== -1) {
      this.returned[place] = task;
      return;
    }
    const index = this.indexOf(order);
    if (index !== undefined) this.items[index] = task;
  }

  copy(): Line<T> {
    const copy = new Line(this.orderOf);
    copy.returned = this.returned.slice();
    copy.items = this.items.slice(this.start);
    if (this.marked.size > 0) copy.marked = new Set(this.marked);
    return copy;
  }

  *[Symbol.iterator](): Iterator<T> {
    yield* this.returned;
    for (let index = this.start; index < this.items.length; index += 1) {
      const task = this.items[index];
      if (task !== undefined && !this.marked.has(this.orderOf(task))) yield task;
    }
  }

  /** Moves the start past marked tasks, and drops what lies behind it or is marked once that is most of the array. */
  private tidy(): void {
    while (this.marked.size > 0) {
      const head = this.items[this.start];
      if (head === undefined || !this.marked.delete(this.orderOf(head))) break;
      this.start += 1;
    }
    const dropped = this.start + this.marked.size;
    if (dropped > 64 && dropped * 2 > this.items.length) {
      this.items = this.items.slice(this.start).filter((task) => !this.marked.has(this.orderOf(task)));
      this.start = 0;
      this.marked.clear();
    }
  }

  private indexOf(order: number): number | undefined {
    let low = this.start;
    let high = this.items.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const task = this.items[middle];
      if (task === undefined) return undefined;
      const found = this.orderOf(task);
      if (found === order) return middle;
      if (found < order) low = middle + 1;
      else high = middle - 1;
    }
    return undefined;
  }
}
