import type { Duplex } from 'node:stream';
import { EDGE_LIMITS } from '@/core/limits';
import { FrameMeter } from './frameMeter';

/**
 * What all WebSockets of a front hold of messages that have begun and not ended: a client may begin many large ones and
 * finish none. There is a limit for each address and one for all, and a message must end in time. Whoever goes over a
 * limit is cut off; a close frame would have to wait behind what it never sends.
 */

export interface UnfinishedLimits {
  readonly bytesPerAddress: number;
  readonly bytes: number;
  readonly milliseconds: number;
}

interface Entry {
  readonly socket: Duplex;
  bytes: number;
  sinceMs: number;
}

const USUAL: UnfinishedLimits = {
  bytesPerAddress: EDGE_LIMITS.unfinishedBytesPerAddress,
  bytes: EDGE_LIMITS.unfinishedBytes,
  milliseconds: EDGE_LIMITS.messageSeconds * 1000,
};
const LOOK_MS = 1000;

export class UnfinishedMessages {
  private readonly unfinished = new Set<Entry>();
  private readonly byAddress = new Map<string, number>();
  private inAll = 0;
  private readonly looking: NodeJS.Timeout;

  constructor(private readonly limits: UnfinishedLimits = USUAL) {
    this.looking = setInterval(() => this.look(performance.now()), Math.min(LOOK_MS, limits.milliseconds));
    this.looking.unref();
  }

  /** Bytes that are held now. */
  get bytes(): number {
    return this.inAll;
  }

  watch(socket: Duplex, head: Uint8Array, address: string): void {
    const meter = new FrameMeter();
    const entry: Entry = { socket, bytes: 0, sinceMs: 0 };
    const hear = (chunk: Uint8Array) => {
      meter.push(chunk);
      this.set(entry, address, meter.unfinishedBytes);
    };
    socket.on('data', hear);
    socket.once('close', () => {
      socket.off('data', hear);
      this.set(entry, address, 0);
    });
    if (head.length > 0) hear(head);
  }

  stop(): void {
    clearInterval(this.looking);
  }

  private set(entry: Entry, address: string, bytes: number): void {
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
    if (isMore && (ofAddress > this.limits.bytesPerAddress || this.inAll > this.limits.bytes)) entry.socket.destroy();
  }

  private look(nowMs: number): void {
    for (const { socket, sinceMs } of this.unfinished) if (nowMs - sinceMs > this.limits.milliseconds) socket.destroy();
  }
}
