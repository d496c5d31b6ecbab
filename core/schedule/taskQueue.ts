/**
 * A first-in first-out queue of tasks that may also leave from the middle or come back to the head.
 *
 * Its order is a number of each task. Whoever is added at the tail has the largest so far; whoever is given back was
 * once the head, so it stands before everybody who never left, in order with others that were given back. These few are
 * kept apart in `returned`; there are never more of them than backends. A task that leaves from the middle is only marked
 * and is skipped when the head reaches it, so every operation costs O(1) on average, but O(n) for `replace`.
 *
 * A copy costs O(1), too: it borrows the array and its part of it. The owner of an array only ever adds behind that part
 * or takes a new array; a borrower takes an array of its own before it adds.
 */
export class TaskQueue<T> {
  private returned: T[] = [];
  private items: T[] = [];
  private isBorrowed = false;
  /** Index in `items` of the first that still waits. Never stands on a marked one. */
  private start = 0;
  /** Index in `items` behind the last. */
  private end = 0;
  private marked: Set<number> | undefined;

  constructor(private readonly orderOf: (task: T) => number) {}

  get size(): number {
    return this.returned.length + this.end - this.start - (this.marked?.size ?? 0);
  }

  first(): T | undefined {
    if (this.returned.length > 0) return this.returned[0];
    return this.start < this.end ? this.items[this.start] : undefined;
  }

  push(task: T): void {
    if (this.isBorrowed) this.takeOver(this.items.slice(this.start, this.end));
    this.items.push(task);
    this.end += 1;
  }

  giveBack(task: T): void {
    const order = this.orderOf(task);
    const behind = this.returned.findIndex((other) => this.orderOf(other) > order);
    this.returned.splice(behind === -1 ? this.returned.length : behind, 0, task);
  }

  shift(): T | undefined {
    if (this.returned.length > 0) return this.returned.shift();
    const task = this.first();
    if (task !== undefined) {
      this.start += 1;
      this.tidy();
    }
    return task;
  }

  /** The task must be in this queue. */
  remove(task: T): void {
    const order = this.orderOf(task);
    const place = this.returned.findIndex((other) => this.orderOf(other) === order);
    if (place !== -1) {
      this.returned.splice(place, 1);
      return;
    }
    this.marked ??= new Set();
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
    if (index !== undefined) this.takeOver(this.items.slice(this.start, this.end).with(index - this.start, task));
  }

  copy(): TaskQueue<T> {
    const copy = new TaskQueue(this.orderOf);
    if (this.returned.length > 0) copy.returned = this.returned.slice();
    if (this.marked !== undefined && this.marked.size > 0) copy.marked = new Set(this.marked);
    copy.items = this.items;
    copy.start = this.start;
    copy.end = this.end;
    copy.isBorrowed = true;
    return copy;
  }

  *[Symbol.iterator](): Iterator<T> {
    yield* this.returned;
    for (let index = this.start; index < this.end; index += 1) {
      const task = this.items[index];
      if (task !== undefined && this.marked?.has(this.orderOf(task)) !== true) yield task;
    }
  }

  /** Moves the start past marked tasks, and drops what lies behind it or is marked once that is most of the array. */
  private tidy(): void {
    while (this.marked !== undefined && this.marked.size > 0) {
      const head = this.items[this.start];
      if (head === undefined || !this.marked.delete(this.orderOf(head))) break;
      this.start += 1;
    }
    const dropped = this.start + (this.marked?.size ?? 0);
    if (!this.isBorrowed && dropped > 64 && dropped * 2 > this.end) {
      const { marked } = this;
      this.takeOver(this.items.slice(this.start).filter((task) => marked?.has(this.orderOf(task)) !== true));
      this.marked = undefined;
    }
  }

  private takeOver(items: T[]): void {
    this.items = items;
    this.start = 0;
    this.end = items.length;
    this.isBorrowed = false;
  }

  private indexOf(order: number): number | undefined {
    let low = this.start;
    let high = this.end - 1;
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
