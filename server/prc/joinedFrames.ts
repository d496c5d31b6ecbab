import type { Duplex } from 'node:stream';

/**
 * Writes text frames of a WebSocket (RFC 6455, 5.2), those of one moment with one system call, which would cost more than
 * all the rest. All connections write into one slab, a new one when it is full; what the kernel has taken is written over.
 */

/** As much leaves together: the client can read it while we work on what else it sent. */
const JOINED_BYTES = 32 * 1024;
const SLAB_BYTES = 2 * JOINED_BYTES;
const WHOLE_TEXT = 0x81;
const MAX_HEAD_BYTES = 10;
/** A UTF-16 unit is at most 3 bytes of UTF-8. */
const BYTES_PER_UNIT = 3;

let slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
let used = 0;

export class JoinedFrames {
  /** What has not left: a part of some slab. */
  private from = 0;
  private to = 0;
  private own = slab;

  constructor(
    private readonly stream: Duplex,
    /** Nothing may follow a close frame. */
    private readonly isOpen: () => boolean,
  ) {}

  get isEmpty(): boolean {
    return this.from === this.to;
  }

  add(text: string): void {
    const most = MAX_HEAD_BYTES + text.length * BYTES_PER_UNIT;
    const isFull = used + most > slab.length;
    if (isFull || this.to !== used || this.own !== slab) this.begin(isFull ? Math.max(SLAB_BYTES, most) : 0);
    const { own, to } = this;
    const length = own.write(text, to + 2);
    own[to] = WHOLE_TEXT;
    own[to + 1] = length;
    used = to + 2 + length;
    if (length > 125) used += lengthenHead(own, to, length);
    this.to = used;
    if (this.to - this.from >= JOINED_BYTES) this.leave();
  }

  /** A client that does not read its answers is not read either. */
  leave(): void {
    if (this.from === this.to) return;
    const { stream, own, from, to } = this;
    this.from = to;
    if (!this.isOpen()) return;
    const mayGoOn = stream.write(own.subarray(from, to));
    if (stream.writableLength === 0 && own === slab && used === to) used = from;
    if (mayGoOn || stream.isPaused()) return;
    stream.pause();
    stream.once('drain', () => stream.resume());
  }

  /** Somebody else has written since, or there is no room: what we have cannot be continued. */
  private begin(newSlabBytes: number): void {
    this.leave();
    if (newSlabBytes > 0) {
      slab = Buffer.allocUnsafeSlow(newSlabBytes);
      used = 0;
    }
    this.own = slab;
    this.from = used;
    this.to = used;
  }
}

/** Gives back by how much the frame has grown. */
function lengthenHead(bytes: Buffer, at: number, length: number): number {
  const more = length < 0x1_0000 ? 2 : 8;
  bytes.copyWithin(at + 2 + more, at + 2, at + 2 + length);
  bytes[at + 1] = more === 2 ? 126 : 127;
  if (more === 2) bytes.writeUInt16BE(length, at + 2);
  else bytes.writeBigUInt64BE(BigInt(length), at + 2);
  return more;
}
