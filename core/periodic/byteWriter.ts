/** Writes what `ByteReader` reads, into one buffer that grows as needed. */
export class ByteWriter {
  private bytes = new Uint8Array(64);
  private end = 0;

  get length(): number {
    return this.end;
  }

  u8(value: number): this {
    this.room(1);
    this.bytes[this.end++] = value;
    return this;
  }

  i16(value: number): this {
    return this.u8(value >> 8).u8(value);
  }

  /** Also for unsigned numbers. */
  i32(value: number): this {
    this.room(4);
    this.end += 4;
    return this.patchI32(this.end - 4, value);
  }

  i64(value: number): this {
    return this.i32(Math.floor(value / 0x1_0000_0000)).i32(value % 0x1_0000_0000);
  }

  copy(bytes: Uint8Array): this {
    this.room(bytes.length);
    this.bytes.set(bytes, this.end);
    this.end += bytes.length;
    return this;
  }

  /** A byte text: one character, U+0000 to U+00FF, for each byte. */
  text(text: string): this {
    this.room(text.length);
    for (let i = 0; i < text.length; i += 1) this.bytes[this.end++] = text.charCodeAt(i);
    return this;
  }

  /** A byte text of at most 255 bytes, with its length in one byte before it. */
  shortText(text: string): this {
    return this.u8(text.length).text(text);
  }

  patchI32(offset: number, value: number): this {
    this.bytes[offset] = value >>> 24;
    this.bytes[offset + 1] = value >>> 16;
    this.bytes[offset + 2] = value >>> 8;
    this.bytes[offset + 3] = value;
    return this;
  }

  /** The bytes so far, sharing memory with the writer. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.end);
  }

  private room(length: number): void {
    if (this.end + length <= this.bytes.length) return;
    const larger = new Uint8Array(Math.max(this.bytes.length * 2, this.end + length));
    larger.set(this.written());
    this.bytes = larger;
  }
}
