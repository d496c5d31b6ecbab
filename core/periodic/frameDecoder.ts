import { crc32 } from './crc32';
import { headerBytes, type Dialect, type Magic } from './dialect';
import { PERIODIC_LIMITS } from './limits';

export type FrameError = 'bad-magic' | 'bad-checksum' | 'empty-packet' | 'packet-too-large';

export type DecodedFrame =
  /** The bytes after size and checksum. They are a view, valid until the next `push`. */
  | { readonly kind: 'frame'; readonly payload: Uint8Array }
  | { readonly kind: 'more' }
  /** Nothing behind it can be trusted: every later call gives the same error. */
  | { readonly kind: 'error'; readonly error: FrameError };

const MORE: DecodedFrame = { kind: 'more' };

/**
 * Cuts a stream of bytes into packets, however the bytes arrive (docs/periodic.md, "Frames").
 *
 * A chunk that arrives while nothing is left over is read in place. What is left over is gathered in a buffer that
 * doubles, so that a packet of n bytes costs O(n) whether it comes in one piece or byte by byte.
 *
 * Without a given dialect, the first packet tells: a size of 1 followed by the byte 01 or 02 is the seed dialect; any
 * other is the crc dialect, in which a checksum stands there (a505df1b or 3c0c8ea1 for those two).
 */
export class FrameDecoder {
  private bytes: Uint8Array = new Uint8Array(0);
  private start = 0;
  private end = 0;
  private failed: DecodedFrame | undefined;
  /** Whoever has not registered yet cannot make us keep much. */
  private isFirst: boolean;

  constructor(
    private readonly magic: Magic,
    private knownDialect?: Dialect,
  ) {
    this.isFirst = knownDialect === undefined;
  }

  /** The memory that a packet which is not complete takes. */
  get heldBytes(): number {
    return this.start === this.end ? 0 : this.bytes.length;
  }

  get dialect(): Dialect | undefined {
    return this.knownDialect;
  }

  /** The chunk must not be changed by its owner afterwards. */
  push(chunk: Uint8Array): void {
    if (this.start === this.end) {
      this.bytes = chunk;
      this.start = 0;
      this.end = chunk.length;
      return;
    }
    this.makeRoom(chunk.length);
    this.bytes.set(chunk, this.end);
    this.end += chunk.length;
  }

  next(): DecodedFrame {
    if (this.failed !== undefined) return this.failed;
    const available = this.end - this.start;
    for (let i = 0; i < 4 && i < available; i += 1) {
      if (this.at(i) !== ((this.magic >>> (24 - 8 * i)) & 0xff)) return this.fail('bad-magic');
    }
    if (available < 8) return MORE;
    const size = this.wordAt(4);
    if (size === 0) return this.fail('empty-packet');
    const { maxPacketBytes, maxRegistrationBytes } = PERIODIC_LIMITS;
    const maxBytes = this.isFirst ? maxRegistrationBytes : maxPacketBytes;
    if (size > maxBytes) return this.fail('packet-too-large');
    if (this.knownDialect === undefined) {
      if (size === 1 && available < 9) return MORE;
      this.knownDialect = size === 1 && (this.at(8) === 1 || this.at(8) === 2) ? 'seed' : 'crc';
    }
    const header = headerBytes(this.knownDialect);
    if (available < header + size) return MORE;
    const from = this.start + header;
    const to = from + size;
    if (this.knownDialect === 'crc' && this.wordAt(8) !== crc32(this.bytes, from, to)) return this.fail('bad-checksum');
    this.start = to;
    this.isFirst = false;
    return { kind: 'frame', payload: this.bytes.subarray(from, to) };
  }

  private fail(error: FrameError): DecodedFrame {
    this.failed = { kind: 'error', error };
    return this.failed;
  }

  private at(offset: number): number {
    return this.bytes[this.start + offset] ?? 0;
  }

  private wordAt(offset: number): number {
    const high = (this.at(offset) << 24) | (this.at(offset + 1) << 16);
    return (high | (this.at(offset + 2) << 8) | this.at(offset + 3)) >>> 0;
  }

  /** Always into a buffer of our own with as much room again, so that the copying stays in proportion. */
  private makeRoom(length: number): void {
    const isOwn = this.bytes.length > this.end;
    if (isOwn && this.end + length <= this.bytes.length) return;
    const left = this.bytes.subarray(this.start, this.end);
    const roomy = new Uint8Array(2 * (left.length + length));
    roomy.set(left);
    this.bytes = roomy;
    this.end = left.length;
    this.start = 0;
  }
}
