import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { STREAM_LIMITS } from '../limits';
import {
  decodeFromBackend,
  decodeFromFront,
  encodeFromBackend,
  encodeFromFront,
  type FromBackend,
  type FromFront,
} from './wire';

const bytes = fc.uint8Array({ maxLength: 300 });
const fromBackend: fc.Arbitrary<FromBackend> = fc.oneof(
  fc.constant({ type: 'started' } as const),
  fc.record({ type: fc.constant('input-read' as const), bytes: fc.nat() }),
  fc.record({
    type: fc.constant('output' as const),
    stream: fc.constantFrom('stdout' as const, 'stderr' as const),
    bytes,
  }),
  fc.record({
    type: fc.constant('result' as const),
    format: fc.constantFrom('svg', 'pdf'),
    filename: fc.string({ maxLength: 40 }),
    bytes,
  }),
  fc.constant({ type: 'ended', outcome: { kind: 'time-limit', durationSeconds: 3 }, timings: { asy: 12 } } as const),
);
const fromFront: fc.Arbitrary<FromFront> = fc.oneof(
  fc.record({ type: fc.constant('input' as const), bytes }),
  fc.constant({ type: 'interrupt' } as const),
  fc.record({ type: fc.constant('shorten' as const), durationSeconds: fc.double({ min: 0.1, max: 30, noNaN: true }) }),
);

describe('wire between front and backend', () => {
  it('brings every message over unchanged', () => {
    fc.assert(
      fc.property(fromBackend, (message) => {
        expect(decodeFromBackend(new Uint8Array(Buffer.concat(encodeFromBackend(message))))).toEqual(message);
      }),
    );
    fc.assert(
      fc.property(fromFront, (message) => {
        expect(decodeFromFront(encodeFromFront(message))).toEqual(message);
      }),
    );
  });

  it('reads a frame that lies inside a larger buffer', () => {
    const message = { type: 'result', format: 'svg', filename: 'a.svg', bytes: Uint8Array.of(1, 2) } as const;
    const frame = Buffer.concat(encodeFromBackend(message));
    const larger = new Uint8Array(frame.length + 7);
    larger.set(frame, 7);
    expect(decodeFromBackend(larger.subarray(7))).toMatchObject({ format: 'svg', bytes: Uint8Array.of(1, 2) });
  });

  it('sends a large result in pieces, without a copy of it', () => {
    const bytes = new Uint8Array(3 * STREAM_LIMITS.pieceBytes + 1);
    const [head, ...pieces] = encodeFromBackend({ type: 'result', format: 'svg', bytes });
    expect(head?.length).toBeLessThan(100);
    expect(pieces.map(({ length }) => length)).toEqual([...Array<number>(3).fill(STREAM_LIMITS.pieceBytes), 1]);
    expect(pieces.every(({ buffer }) => buffer === bytes.buffer)).toBe(true);
  });

  it('takes any bytes without throwing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (frame) => {
        decodeFromBackend(frame);
        decodeFromFront(frame);
      }),
    );
    expect(decodeFromBackend(Uint8Array.of(3, 255, 255, 1))).toBeUndefined();
    expect(decodeFromBackend(new Uint8Array())).toBeUndefined();
    expect(decodeFromFront(Uint8Array.of(9))).toBeUndefined();
  });
});
