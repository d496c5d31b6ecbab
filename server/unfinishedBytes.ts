/**
 * What a front holds of things that have begun to come and not ended: a client may begin many large ones and finish none.
 * There is a limit for each address and one for all, and each must end in time. Whoever goes over a limit is cut off.
 */

export interface UnfinishedLimits {
  readonly bytesPerAddress: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

interface Entry {
  readonly address: string;
  readonly cut: () => void;
  bytes: number;
  sinceMs: number;
}

/** A piece that is kept costs as much as this beside its bytes: of small ones there are many. */
export const PIECE_BYTES = 1024;
const LOOK_MS = 1000;

export class UnfinishedBytes {
  private readonly unfinished = new Set<Entry>();
  private readonly byAddress = new Map<string, number>();
  private inAll = 0;

  constructor(private readonly limits: UnfinishedLimits) {
    setInterval(() => this.look(performance.now()), Math.min(LOOK_MS, limits.milliseconds)).unref();
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.inAll;
  }

  /** Gives back what is to be told how many bytes are held; at the end, none. */
  open(address: string, cut: () => void): (bytes: number) => void {
    const entry: Entry = { address, cut, bytes: 0, sinceMs: 0 };
    return (bytes) => {
      if (bytes !== entry.bytes) this.set(entry, bytes);
    };
  }

  private set(entry: Entry, bytes: number): void {
    const { address } = entry;
    const ofAddress = (this.byAddress.get(address) ?? 0) + bytes - entry.bytes;
    this.inAll += bytes - entry.bytes;
    if (ofAddress > 0) this.byAddress.set(address, ofAddress);
    else this.byAddress.delete(address);
    if (bytes === 0) this.unfinished.delete(entry);
    else if (entry.bytes === 0 || bytes < entry.bytes) {
      entry.sinceMs = performance.now();
      this.unfinished.add(entry);
    }
    const isMore = bytes > entry.bytes;
    entry.bytes = bytes;
    if (isMore && (ofAddress > this.limits.bytesPerAddress || this.inAll > this.limits.bytes)) entry.cut();
  }

  private look(nowMs: number): void {
    for (const { cut, sinceMs } of this.unfinished) if (nowMs - sinceMs > this.limits.milliseconds) cut();
  }
}
