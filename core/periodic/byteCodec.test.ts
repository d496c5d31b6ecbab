import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader } from './byteReader';
import { ByteWriter } from './byteWriter';
import { crc32 } from './crc32';

describe('bytes', () => {
  it('are read as they were written', () => {
    const values = fc.record({
      u8: fc.nat(0xff),
      i16: fc.integer({ min: -0x8000, max: 0x7fff }),
      i32: fc.integer(),
      u32: fc.nat(0xffff_ffff),
      i64: fc.maxSafeInteger(),
      text: fc.string({ unit: fc.nat(0xff).map((byte) => String.fromCharCode(byte)), maxLength: 255 }),
      bytes: fc.uint8Array({ maxLength: 300 }),
    });
    fc.assert(
      fc.property(values, ({ u8, i16, i32, u32, i64, text, bytes }) => {
        const writer = new ByteWriter().u8(u8).i16(i16).i32(i32).i32(u32).i64(i64).shortText(text).copy(bytes);
        const reader = new ByteReader(writer.written());
        const read = {
          u8: reader.u8(),
          i16: reader.i16(),
          i32: reader.i32(),
          u32: reader.u32(),
          i64: reader.i64(),
          text: reader.shortText(),
          bytes: reader.rest(),
        };
        expect(read).toEqual({ u8, i16, i32, u32, i64, text, bytes });
        expect(reader.isShort).toBe(false);
      }),
    );
  });

  it('take times beyond any number as the last exact one', () => {
    const largest = Uint8Array.of(0x7f, 255, 255, 255, 255, 255, 255, 255);
    const smallest = Uint8Array.of(0x80, 0, 0, 0, 0, 0, 0, 0);
    expect(new ByteReader(largest).i64()).toBe(Number.MAX_SAFE_INTEGER);
    expect(new ByteReader(smallest).i64()).toBe(Number.MIN_SAFE_INTEGER);
  });

  it('say that they are short, and stay so', () => {
    const reader = new ByteReader(Uint8Array.of(3, 65));
    expect(reader.shortText()).toBe('');
    expect(reader.isShort).toBe(true);
    expect([reader.u8(), reader.i16(), reader.i32(), reader.i64(), reader.rest().length]).toEqual([0, 0, 0, 0, 0]);
    expect(reader.isShort).toBe(true);
  });

  it('do not share memory with what was read', () => {
    const source = Uint8Array.of(1, 2, 3);
    const copy = new ByteReader(source).copy(3);
    source[0] = 9;
    expect(copy).toEqual(Uint8Array.of(1, 2, 3));
  });

  it('have the checksum of IEEE 802.3', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf4_3926);
    expect(crc32(new Uint8Array(0))).toBe(0);
    expect(crc32(Uint8Array.of(9, 1, 9), 1, 2)).toBe(0xa505_df1b);
  });
});
