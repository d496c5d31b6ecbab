import { PIECE_BYTES } from './unfinishedBytes';

/**
 * How much of a WebSocket message has come and is not whole yet, told from the bytes of the connection (RFC 6455, 5.2).
 * Whoever reads the frames keeps that much in memory; this only counts. Broken frames are that one's concern.
 */
export class FrameMeter {
  /** The head of a frame, as far as it has come. */
  private readonly head: number[] = [];
  private payloadLeft = 0;
  private isControl = false;
  private isLast = true;
  private held = 0;

  /** Bytes of data frames since the last whole message, and what it costs to keep as many pieces. */
  get unfinishedBytes(): number {
    return this.held;
  }

  push(chunk: Uint8Array): void {
    let at = 0;
    if (this.payloadLeft > chunk.length && !this.isControl) this.held += PIECE_BYTES;
    while (at < chunk.length) {
      if (this.payloadLeft > 0) {
        const taken = Math.min(this.payloadLeft, chunk.length - at);
        this.payloadLeft -= taken;
        at += taken;
        if (!this.isControl) this.held += taken;
        if (this.payloadLeft === 0) this.end();
        continue;
      }
      // Most come whole; what is kept is the rest.
      const headBytes = headLength(chunk[at + 1] ?? 0);
      if (this.head.length === 0 && at + headBytes <= chunk.length) {
        this.begin(chunk, at);
        at += headBytes;
        continue;
      }
      this.head.push(chunk[at] ?? 0);
      at += 1;
      if (this.head.length < 2 || this.head.length < headLength(this.head[1] ?? 0)) continue;
      this.begin(this.head, 0);
      this.head.length = 0;
    }
  }

  private begin(bytes: ArrayLike<number>, at: number): void {
    const [first, second] = [bytes[at] ?? 0, bytes[at + 1] ?? 0];
    this.isLast = (first & 0x80) !== 0;
    this.isControl = (first & 0x08) !== 0;
    this.payloadLeft = payloadLength(second & 0x7f, bytes, at);
    if (this.payloadLeft === 0) this.end();
  }

  private end(): void {
    if (this.isControl) return;
    this.held = this.isLast ? 0 : this.held + PIECE_BYTES;
  }
}

function headLength(second: number): number {
  const length = second & 0x7f;
  return 2 + (length === 126 ? 2 : length === 127 ? 8 : 0) + ((second & 0x80) === 0 ? 0 : 4);
}

function payloadLength(short: number, bytes: ArrayLike<number>, at: number): number {
  if (short < 126) return short;
  let length = 0;
  for (let i = 2; i < (short === 126 ? 4 : 10); i += 1) length = length * 256 + (bytes[at + i] ?? 0);
  return length;
}
