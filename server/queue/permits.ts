/**
 * Permits by what workers and the schedule call them: a name that no other leader gives, and a serial number. Those that
 * an earlier leader gave and that still hold a task are adopted under a number of their own.
 */
export class Permits {
  private readonly names = new Map<number, string>();
  private readonly numbers = new Map<string, number>();
  private readonly prefix: string;

  constructor(term: string) {
    this.prefix = `${term}.`;
  }

  adopt(name: string, number: number): void {
    this.names.set(number, name);
    this.numbers.set(name, number);
  }

  nameOf(number: number): string {
    return this.names.get(number) ?? `${this.prefix}${number}`;
  }

  /** Undefined for one that this leader knows nothing of. */
  numberOf(name: string): number | undefined {
    const adopted = this.numbers.get(name);
    if (adopted !== undefined) return adopted;
    const number = name.startsWith(this.prefix) ? Number(name.slice(this.prefix.length)) : Number.NaN;
    return Number.isInteger(number) ? number : undefined;
  }
}
