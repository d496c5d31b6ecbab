/**
 * Values by name. One that is laid over another shows what is there, and copies a value when it is first touched, so
 * that looking ahead costs only what it touches; the one below must not change any more.
 */
export class Overlay<T extends { copy(): T }> {
  private readonly values = new Map<string, T>();

  constructor(
    private readonly make: () => T,
    private readonly below?: Overlay<T>,
  ) {}

  get(name: string): T | undefined {
    const known = this.values.get(name);
    if (known !== undefined || this.below === undefined) return known;
    const original = this.below.values.get(name);
    if (original === undefined) return undefined;
    const copy = original.copy();
    this.values.set(name, copy);
    return copy;
  }

  /** Made, if there is none. */
  named(name: string): T {
    const known = this.get(name);
    if (known !== undefined) return known;
    const value = this.make();
    this.values.set(name, value);
    return value;
  }

  /** One that is laid over another keeps it: it would be found below again. */
  forget(name: string): void {
    if (this.below === undefined) this.values.delete(name);
  }

  /** Without those below that were not touched. */
  [Symbol.iterator](): Iterator<[string, T]> {
    return this.values.entries();
  }

  /** Nothing is laid over it or under it. */
  copy(isWanted: (value: T) => boolean = () => true): Overlay<T> {
    const copy = new Overlay(this.make);
    for (const [name, value] of this.values) if (isWanted(value)) copy.values.set(name, value.copy());
    return copy;
  }

  ahead(): Overlay<T> {
    return new Overlay(this.make, this);
  }
}
