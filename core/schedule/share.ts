/**
 * What one address has: how much it holds, and a window on the shared queue for each class.
 *
 * A client stands in `ready` of the class of the first of its lane while its own window has room. Its turn is a number
 * that only grows, so the first of each class has the smallest there, and the next of the address is the smallest of
 * these: one circle over all classes, found by one look at each.
 */
import type { TaskClass } from './taskClass';

export interface Window {
  inQueue: number;
  /** How many wait in lanes for its places. */
  behind: number;
  /** The turns of its ready clients, by name; made when there is first one. */
  ready: Map<string, number> | undefined;
}

export class Share {
  /** Running, on its way back, or in the shared queue. */
  held = 0;

  constructor(private readonly windows = new Map<TaskClass, Window>()) {}

  get isEmpty(): boolean {
    return this.held === 0 && this.windows.size === 0;
  }

  get hasReady(): boolean {
    for (const { ready } of this.windows.values()) if (ready !== undefined && ready.size > 0) return true;
    return false;
  }

  window(taskClass: TaskClass): Window | undefined {
    return this.windows.get(taskClass);
  }

  windowNamed(taskClass: TaskClass): Window {
    const known = this.windows.get(taskClass);
    if (known !== undefined) return known;
    const window: Window = { inQueue: 0, behind: 0, ready: undefined };
    this.windows.set(taskClass, window);
    return window;
  }

  forgetIfEmpty(taskClass: TaskClass): void {
    const window = this.windows.get(taskClass);
    if (window?.inQueue === 0 && window.behind === 0) this.windows.delete(taskClass);
  }

  /** Takes the client whose turn it is, among those of classes with fewer than `most` in the queue. */
  takeReady(most: number): { readonly client: string; readonly window: Window } | undefined {
    let next: { client: string; window: Window } | undefined;
    let smallest = Infinity;
    for (const window of this.windows.values()) {
      if (window.ready === undefined || window.inQueue >= most) continue;
      const [first] = window.ready;
      if (first === undefined || first[1] >= smallest) continue;
      smallest = first[1];
      next = { client: first[0], window };
    }
    next?.window.ready?.delete(next.client);
    return next;
  }

  /** How many of each class wait in lanes. */
  *behind(): Iterable<readonly [TaskClass, number]> {
    for (const [taskClass, { behind }] of this.windows) yield [taskClass, behind];
  }

  copy(): Share {
    const windows = new Map<TaskClass, Window>();
    for (const [taskClass, { inQueue, behind, ready }] of this.windows)
      windows.set(taskClass, { inQueue, behind, ready: ready && new Map(ready) });
    const copy = new Share(windows);
    copy.held = this.held;
    return copy;
  }
}
