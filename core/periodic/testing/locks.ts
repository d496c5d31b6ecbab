interface Lock {
  readonly holders: Set<string>;
  /** Who waits, in order of arrival, with the number of holders they allow. */
  readonly line: Map<string, number>;
}

/**
 * The locks that jobs hold and wait for, by the keys of the jobs.
 *
 * A freed lock is handed to the first in its line who allows so many holders; it is theirs before they run again, so
 * that no wake-up can be lost and nobody is overtaken.
 */
export class Locks {
  private readonly locks = new Map<string, Lock>();
  /** The locks that each job holds or waits for. */
  private readonly locksOf = new Map<string, Set<string>>();

  /**
   * True: the job holds the lock, because fewer than `count` others do. False: it stands in line. A count below 1 could
   * never be met and is taken as 1.
   */
  acquire(name: string, key: string, count: number): boolean {
    const lock = this.locks.get(name) ?? { holders: new Set(), line: new Map() };
    const allowed = Math.max(1, count);
    this.locks.set(name, lock);
    this.locksOf.set(key, (this.locksOf.get(key) ?? new Set<string>()).add(name));
    if (lock.holders.has(key)) return true;
    if (lock.holders.size >= allowed) {
      lock.line.set(key, allowed);
      return false;
    }
    lock.holders.add(key);
    return true;
  }

  /** Gives back the keys that now hold the lock. */
  release(name: string, key: string): string[] {
    const lock = this.locks.get(name);
    const own = this.locksOf.get(key);
    if (lock === undefined || own === undefined || !own.delete(name)) return [];
    if (own.size === 0) this.locksOf.delete(key);
    lock.holders.delete(key);
    lock.line.delete(key);
    const granted: string[] = [];
    for (const [waiting, allowed] of lock.line) {
      if (lock.holders.size >= allowed) continue;
      lock.line.delete(waiting);
      lock.holders.add(waiting);
      granted.push(waiting);
    }
    if (lock.holders.size === 0) this.locks.delete(name);
    return granted;
  }

  /** All that the job holds or waits for, except for one lock. */
  releaseAll(key: string, except?: string): string[] {
    const names = [...(this.locksOf.get(key) ?? [])].filter((name) => name !== except);
    return names.flatMap((name) => this.release(name, key));
  }
}
