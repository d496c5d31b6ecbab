/**
 * A map for what comes and goes without pause, such as tasks under way. A Map that makes itself a new table leaves the old
 * one behind, which holds what was in it and leads to the next: when V8 has once taken such a table for long-lived, it takes
 * everything that comes after it for long-lived, too, and nothing dies young. A plain object leads nowhere.
 */
export class ChurnMap<V extends object> {
  private readonly byKey: Record<string, V> = Object.create(null) as Record<string, V>;
  private count = 0;

  get size(): number {
    return this.count;
  }

  has(key: string): boolean {
    return this.byKey[key] !== undefined;
  }

  get(key: string): V | undefined {
    return this.byKey[key];
  }

  set(key: string, value: V): void {
    if (!this.has(key)) this.count += 1;
    this.byKey[key] = value;
  }

  delete(key: string): boolean {
    if (!this.has(key)) return false;
    this.count -= 1;
    return delete this.byKey[key];
  }

  /** As they are now: what changes meanwhile does not show. */
  keys(): string[] {
    return Object.keys(this.byKey);
  }

  values(): V[] {
    return Object.values(this.byKey);
  }
}
