/**
 * What is open at this front at a time, of one address and of all together, in number and in bytes. An address is what
 * counts, since cookies cost nothing. Whoever took a place gives it back once; a front that ends has none.
 */

interface PlaceLimits {
  readonly ofAddress: Amount;
  readonly inAll: Amount;
}

export interface Amount {
  readonly count: number;
  readonly bytes: number;
}

interface Sum {
  count: number;
  bytes: number;
}

export class Places {
  private readonly sums = new Map<string, Sum>();
  private readonly total: Sum = { count: 0, bytes: 0 };

  constructor(private readonly limits: PlaceLimits) {}

  /** How to give it back, or which limit is reached. */
  take(address: string, bytes = 0): (() => void) | keyof PlaceLimits {
    const sum = this.sums.get(address) ?? { count: 0, bytes: 0 };
    if (!fits(sum, bytes, this.limits.ofAddress)) return 'ofAddress';
    if (!fits(this.total, bytes, this.limits.inAll)) return 'inAll';
    this.sums.set(address, sum);
    add(sum, bytes, 1);
    add(this.total, bytes, 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      add(sum, bytes, -1);
      add(this.total, bytes, -1);
      if (sum.count === 0) this.sums.delete(address);
    };
  }
}

function fits(sum: Sum, bytes: number, most: Amount): boolean {
  return sum.count < most.count && sum.bytes + bytes <= most.bytes;
}

function add(sum: Sum, bytes: number, by: 1 | -1): void {
  sum.count += by;
  sum.bytes += by * bytes;
}
