/**
 * Reads big-endian numbers and counted texts, one after the other.
 *
 * Reading past the end gives zeros and empty texts and sets `isShort`, which stays set: a whole message is read in one
 * go and judged once. What is returned never shares memory with the bytes read.
 */
export class ByteReader {
  isShort = false;
  private offset = 0;

  constructor(private readonly bytes: Uint8Array) {}

  get remaining(): number {
    return this.bytes.length - this.offset;
  }

  u8(): number {
    return this.take(1) ? this.byte(-1) : 0;
  }

  i16(): number {
    return this.take(2) ? ((this.byte(-2) << 24) >> 16) | this.byte(-1) : 0;
  }

  i32(): number {
    return this.take(4) ? this.word(-4) : 0;
  }

  u32(): number {
    return this.i32() >>> 0;
  }

  /** As a number: beyond 2^53 in either direction it is taken as the last exact one, far outside any time or count. */
  i64(): number {
    if (!this.take(8)) return 0;
    const value = this.word(-8) * 0x1_0000_0000 + (this.word(-4) >>> 0);
    return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
  }

  copy(length: number): Uint8Array {
    return this.take(length) ? this.bytes.slice(this.offset - length, this.offset) : new Uint8Array(0);
  }

  rest(): Uint8Array {
    return this.copy(this.remaining);
  }

  /** `length` bytes as a byte text: one character, U+0000 to U+00FF, for each byte. */
  text(length: number): string {
    if (!this.take(length)) return '';
    let text = '';
    for (let i = this.offset - length; i < this.offset; i += 1) text += String.fromCharCode(this.bytes[i] ?? 0);
    return text;
  }

  /** A byte text with its length in one byte before it. */
  shortText(): string {
    return this.text(this.u8());
  }

  private take(length: number): boolean {
    if (length > this.remaining) {
      this.isShort = true;
      this.offset = this.bytes.length;
      return false;
    }
    this.offset += length;
    return true;
  }

  private byte(fromOffset: number): number {
    return this.bytes[this.offset + fromOffset] ?? 0;
  }

  private word(fromOffset: number): number {
    return (
      (this.byte(fromOffset) << 24) |
      (this.byte(fromOffset + 1) << 16) |
      (this.byte(fromOffset + 2) << 8) |
      this.byte(fromOffset + 3)
    );
  }
}
