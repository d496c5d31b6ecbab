/**
 * Reads the usual frames of a WebSocket itself, which costs much less than a whole implementation has to do: text in one
 * masked frame, of ASCII alone, that came in one piece (RFC 6455, 5.2). From the first other frame of a chunk on, its
 * bytes are passed on unchanged to the implementation, which judges what is broken before anything behind it counts. It
 * sees whole frames, answers pings, puts fragments together, checks UTF-8 and keeps the limits.
 *
 * Between two chunks it is **between frames**, with the head of the next one at most, or **within a frame** that is passed
 * on. While a fragmented message is under way everything is passed on. After a close frame, and after `end`, nothing is
 * read any more.
 */

/** Longer messages are rare. */
const MAX_PLAIN_BYTES = 4096;
const WHOLE_TEXT = 0x81;
const CLOSE = 8;

/** Where payloads are unmasked; nothing stays there between two frames. */
const scratch = Buffer.allocUnsafe(MAX_PLAIN_BYTES);

export class PlainFrames {
  /** Of the next frame, as far as it has come. */
  private head: Buffer | undefined;
  /** Bytes of the frame that is passed on, still to come. */
  private passing = 0;
  private isFragmented = false;
  private isClosing = false;
  private isOver = false;

  constructor(
    private readonly read: (text: string) => void,
    private readonly pass: (bytes: Buffer) => void,
  ) {}

  /** The implementation has given the connection up. */
  end(): void {
    this.isOver = true;
  }

  push(chunk: Buffer): void {
    if (this.isOver) return;
    const bytes = this.head === undefined ? chunk : Buffer.concat([this.head, chunk]);
    this.head = undefined;
    const at = this.readPlain(bytes);
    const end = this.follow(bytes, at);
    if (end > at) this.pass(bytes.subarray(at, end));
    if (this.isClosing && this.passing === 0) this.end();
    if (end < bytes.length && !this.isOver) this.head = Buffer.from(bytes.subarray(end));
  }

  /** Reads until something else comes, and gives back where. */
  private readPlain(bytes: Buffer): number {
    let at = 0;
    while (this.passing === 0 && !this.isFragmented) {
      const headBytes = headLength(bytes, at);
      if (at + headBytes > bytes.length) break;
      const length = payloadLength(bytes, at);
      const text = plainText(bytes, at, headBytes, length);
      if (text === undefined) break;
      at += headBytes + length;
      this.read(text);
    }
    return at;
  }

  /** Goes through what is passed on, and gives back where the head of a frame begins that has not come whole. */
  private follow(bytes: Buffer, from: number): number {
    let at = from;
    while (at < bytes.length) {
      if (this.passing === 0) {
        const headBytes = this.isClosing ? Infinity : headLength(bytes, at);
        if (at + headBytes > bytes.length) break;
        this.begin(bytes[at] ?? 0, payloadLength(bytes, at));
        at += headBytes;
      }
      const taken = Math.min(this.passing, bytes.length - at);
      this.passing -= taken;
      at += taken;
    }
    return at;
  }

  private begin(first: number, length: number): void {
    const opcode = first & 0x0f;
    this.passing = length;
    this.isClosing = opcode === CLOSE;
    if (opcode < CLOSE) this.isFragmented = (first & 0x80) === 0;
  }
}

/** Infinite while its second byte is missing. */
function headLength(bytes: Buffer, at: number): number {
  const second = bytes[at + 1];
  if (second === undefined) return Infinity;
  const short = second & 0x7f;
  return (short < 126 ? 2 : short === 126 ? 4 : 10) + (second < 0x80 ? 0 : 4);
}

function payloadLength(bytes: Buffer, at: number): number {
  const short = (bytes[at + 1] ?? 0) & 0x7f;
  if (short < 126) return short;
  return short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
}

/** Undefined: not a plain frame, or not all of it is here. */
function plainText(bytes: Buffer, at: number, headBytes: number, length: number): string | undefined {
  const isMasked = (bytes[at + 1] ?? 0) >= 0x80;
  if (bytes[at] !== WHOLE_TEXT || !isMasked || length > MAX_PLAIN_BYTES) return undefined;
  const payload = at + headBytes;
  if (payload + length > bytes.length) return undefined;
  let seen = 0;
  for (let i = 0; i < length; i += 1) {
    const byte = (bytes[payload + i] ?? 0) ^ (bytes[payload - 4 + (i & 3)] ?? 0);
    scratch[i] = byte;
    seen |= byte;
  }
  return seen < 0x80 ? scratch.toString('latin1', 0, length) : undefined;
}
