/**
 * What all connections together may make this front keep: packets that are not complete, and answers that were not
 * read. Beyond it, whoever keeps much and wants more is cut off; those who keep little are not concerned.
 */
export class Budget {
  private readonly shares = new Map<object, number>();
  private total = 0;

  constructor(
    private readonly maxBytes: number,
    private readonly freeBytes: number,
  ) {}

  /** The share of one connection is now so large. False: it is too large. */
  account(owner: object, bytes: number): boolean {
    const before = this.shares.get(owner) ?? 0;
    if (bytes === before) return true;
    if (bytes === 0) this.shares.delete(owner);
    else this.shares.set(owner, bytes);
    this.total += bytes - before;
    return bytes <= before || bytes <= this.freeBytes || this.total <= this.maxBytes;
  }
}
