import { ChurnMap } from '@/core/churnMap';

/**
 * Results that wait in this front until their clients have read them, of all clients together.
 *
 * There is a limit for all. When it is passed, the address that holds most is the one in the way: the largest of what it
 * holds is ended, whoever came last.
 */

export interface Holder {
  add(bytes: Uint8Array): void;
  /** Of a part of what was added, once it is no longer held. */
  remove(bytes: Uint8Array): void;
  /** Everything that is still held. */
  close(): void;
}

interface Held {
  readonly key: string;
  readonly address: string;
  readonly end: () => void;
  readonly parts: Set<Uint8Array>;
  bytes: number;
}

export class HeldBytes {
  private readonly holders = new ChurnMap<Held>();
  private nextKey = 0;
  /** Those who share a run share its bytes: they count once. */
  private readonly uses = new Map<Uint8Array, number>();
  private total = 0;

  constructor(private readonly maxBytes: number) {}

  get bytes(): number {
    return this.total;
  }

  /** `end` is called, once at most, when there is no more room. */
  open(address: string, end: () => void): Holder {
    const held: Held = { key: `h${this.nextKey++}`, address, end, parts: new Set(), bytes: 0 };
    this.holders.set(held.key, held);
    return {
      add: (bytes) => {
        if (!this.holders.has(held.key) || held.parts.has(bytes)) return;
        held.parts.add(bytes);
        held.bytes += bytes.length;
        this.use(bytes, 1);
        while (this.total > this.maxBytes) this.endLargest();
      },
      remove: (bytes) => this.drop(held, bytes),
      close: () => this.close(held),
    };
  }

  private endLargest(): void {
    const perAddress = new Map<string, number>();
    for (const { address, bytes } of this.holders.values())
      perAddress.set(address, (perAddress.get(address) ?? 0) + bytes);
    const [most] = [...perAddress].sort(([, a], [, b]) => b - a);
    const [largest] = this.holders
      .values()
      .filter(({ address }) => address === most?.[0])
      .sort((a, b) => b.bytes - a.bytes);
    if (!largest) return;
    this.close(largest);
    largest.end();
  }

  private close(held: Held): void {
    for (const bytes of held.parts) this.drop(held, bytes);
    this.holders.delete(held.key);
  }

  private drop(held: Held, bytes: Uint8Array): void {
    if (!held.parts.delete(bytes)) return;
    held.bytes -= bytes.length;
    this.use(bytes, -1);
  }

  private use(bytes: Uint8Array, by: 1 | -1): void {
    const before = this.uses.get(bytes) ?? 0;
    const after = before + by;
    if (before === 0) this.total += bytes.length;
    if (after > 0) return void this.uses.set(bytes, after);
    this.uses.delete(bytes);
    this.total -= bytes.length;
  }
}
