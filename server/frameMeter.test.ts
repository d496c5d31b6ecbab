import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameMeter } from './frameMeter';
import { PIECE_BYTES } from './unfinishedBytes';

function frame({ size, isLast, opcode }: { size: number; isLast: boolean; opcode: number }): Buffer {
  const length = size < 126 ? [size] : size < 65_536 ? [126, size >> 8, size & 255] : [127, 0, 0, 0, 0, ...be32(size)];
  const [first = 0, ...rest] = length;
  return Buffer.concat([
    Buffer.from([(isLast ? 0x80 : 0) | opcode, 0x80 | first, ...rest, 1, 2, 3, 4]),
    Buffer.alloc(size, 0xff),
  ]);
}

const be32 = (size: number) => [size >>> 24, (size >> 16) & 255, (size >> 8) & 255, size & 255];

describe('a meter of frames', () => {
  it('holds nothing after whole messages, and what is there of others, however they are cut', () => {
    const sizes = fc.oneof(fc.nat(130), fc.nat(70_000));
    fc.assert(
      fc.property(
        fc.array(sizes, { maxLength: 4 }),
        fc.array(sizes, { maxLength: 3 }),
        fc.integer({ min: 1, max: 5000 }),
        (whole, parts, cut) => {
          const ping = frame({ size: 5, isLast: true, opcode: 9 });
          const stream = Buffer.concat([
            ...whole.map((size) => frame({ size, isLast: true, opcode: 2 })),
            // Pings may come between the parts of a message.
            ...parts.flatMap((size, index) => [frame({ size, isLast: false, opcode: index === 0 ? 1 : 0 }), ping]),
          ]);
          const meter = new FrameMeter();
          for (let at = 0; at < stream.length; at += cut) meter.push(stream.subarray(at, at + cut));
          const sent = parts.reduce((sum, size) => sum + size, 0);
          const pieces = parts.length + Math.ceil(stream.length / cut);
          expect(meter.unfinishedBytes).toBeGreaterThanOrEqual(sent + parts.length * PIECE_BYTES);
          expect(meter.unfinishedBytes).toBeLessThanOrEqual(sent + (parts.length && pieces) * PIECE_BYTES);
        },
      ),
      { numRuns: 50 },
    );
  });

  it('counts small pieces as what they cost', () => {
    const meter = new FrameMeter();
    for (let i = 0; i < 100; i += 1) meter.push(frame({ size: 1, isLast: false, opcode: i === 0 ? 2 : 0 }));
    expect(meter.unfinishedBytes).toBe(100 * (1 + PIECE_BYTES));
    const slow = new FrameMeter();
    for (const byte of frame({ size: 100, isLast: true, opcode: 2 }).subarray(0, -1)) slow.push(Uint8Array.of(byte));
    expect(slow.unfinishedBytes).toBeGreaterThan(90 * PIECE_BYTES);
  });

  it('counts a frame while it comes', () => {
    const meter = new FrameMeter();
    meter.push(frame({ size: 1000, isLast: true, opcode: 2 }).subarray(0, -1));
    expect(meter.unfinishedBytes).toBe(999);
    meter.push(Uint8Array.of(1));
    expect(meter.unfinishedBytes).toBe(0);
  });
});
