import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAGIC, type Dialect } from './dialect';
import { FrameDecoder, type DecodedFrame } from './frameDecoder';
import { encodeFrame } from './message';

function frame(dialect: Dialect, payload: Uint8Array): Uint8Array {
  return encodeFrame(dialect, MAGIC.request, (writer) => writer.copy(payload));
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  return Uint8Array.from(parts.flatMap((part) => [...part]));
}

/** Feeds the chunks, and gives back the payloads and how it ended. */
function decode(decoder: FrameDecoder, chunks: readonly Uint8Array[]) {
  const payloads: Uint8Array[] = [];
  let last: DecodedFrame = decoder.next();
  for (const chunk of chunks) {
    decoder.push(chunk);
    for (last = decoder.next(); last.kind === 'frame'; last = decoder.next()) payloads.push(last.payload.slice());
  }
  return { payloads, last };
}

function decodeHex(hex: string) {
  const decoder = new FrameDecoder(MAGIC.request);
  return { ...decode(decoder, [fromHex(hex)]), dialect: decoder.dialect };
}

const MORE = { kind: 'more' };
const payloadArbitrary = fc.uint8Array({ minLength: 1, maxLength: 200 });

// docs/periodic.md, "Frames"
describe('the first packet', () => {
  it('tells the dialect', () => {
    expect(decodeHex('005245510000000101')).toEqual({ payloads: [Uint8Array.of(1)], last: MORE, dialect: 'seed' });
    expect(decodeHex('005245510000000102')).toEqual({ payloads: [Uint8Array.of(2)], last: MORE, dialect: 'seed' });
    expect(decodeHex('0052455100000001a505df1b01')).toEqual({
      payloads: [Uint8Array.of(1)],
      last: MORE,
      dialect: 'crc',
    });
    expect(decodeHex('00524551000000013c0c8ea102')).toEqual({
      payloads: [Uint8Array.of(2)],
      last: MORE,
      dialect: 'crc',
    });
  });

  it('is not judged before it can be', () => {
    expect(decodeHex('0052455100000001').dialect).toBeUndefined();
    expect(decodeHex('0052455100000001a5').dialect).toBe('crc');
  });

  it('may come with the next one in one piece', () => {
    const both = decodeHex('005245510000000101' + '00524551000000050000000109');
    expect(both.payloads).toEqual([Uint8Array.of(1), Uint8Array.of(0, 0, 0, 1, 9)]);
  });
});

describe('errors', () => {
  it('have names and are final', () => {
    const errorOf = (hex: string) => decodeHex(hex).last;
    expect(errorOf('47')).toEqual({ kind: 'error', error: 'bad-magic' });
    expect(errorOf('00524553')).toEqual({ kind: 'error', error: 'bad-magic' });
    expect(errorOf('0052455100000000')).toEqual({ kind: 'error', error: 'empty-packet' });
    expect(errorOf('0052455100010001')).toEqual({ kind: 'error', error: 'packet-too-large' });
    expect(errorOf('0052455100010000')).toEqual(MORE);
    const registration = '005245510000000101';
    expect(errorOf(`${registration}0052455101000001`)).toEqual({ kind: 'error', error: 'packet-too-large' });
    expect(errorOf(`${registration}0052455101000000`)).toEqual(MORE);
    expect(errorOf('0052455100000001a505df1b02')).toEqual({ kind: 'error', error: 'bad-checksum' });
    const decoder = new FrameDecoder(MAGIC.request);
    decode(decoder, [fromHex('47')]);
    expect(decode(decoder, [fromHex('005245510000000101')]).last).toEqual({ kind: 'error', error: 'bad-magic' });
  });
});

describe('a stream', () => {
  const dialects = fc.constantFrom<Dialect>('seed', 'crc');

  it('gives the same packets however it is cut', () => {
    const cuts = fc.array(fc.nat(0xffff), { maxLength: 12 });
    fc.assert(
      fc.property(dialects, fc.array(payloadArbitrary, { maxLength: 8 }), cuts, (dialect, payloads, at) => {
        const stream = joined(payloads.map((payload) => frame(dialect, payload)));
        const places = [0, ...at.map((place) => place % (stream.length + 1)).sort((a, b) => a - b), stream.length];
        const chunks = places.slice(1).map((place, index) => stream.slice(places[index], place));
        const decoded = decode(new FrameDecoder(MAGIC.request, dialect), chunks);
        expect(decoded).toEqual({ payloads, last: MORE });
      }),
    );
  });

  it('may come byte by byte', () => {
    fc.assert(
      fc.property(dialects, fc.array(payloadArbitrary, { maxLength: 4 }), (dialect, payloads) => {
        const stream = joined(payloads.map((payload) => frame(dialect, payload)));
        const bytes = Array.from(stream, (byte) => Uint8Array.of(byte));
        expect(decode(new FrameDecoder(MAGIC.request, dialect), bytes)).toEqual({ payloads, last: MORE });
      }),
    );
  });

  it('tells how much it keeps', () => {
    const decoder = new FrameDecoder(MAGIC.request, 'seed');
    decoder.push(fromHex('005245510000000500'));
    decoder.next();
    expect(decoder.heldBytes).toBe(9);
    decoder.push(fromHex('00'));
    expect(decoder.heldBytes).toBe(20);
    decoder.push(fromHex('000109'));
    decoder.next();
    expect(decoder.heldBytes).toBe(0);
  });

  it('may come in many small pieces of one large packet', () => {
    const payload = new Uint8Array(4 * 1024 * 1024).fill(7);
    const whole = frame('seed', payload);
    const decoder = new FrameDecoder(MAGIC.request, 'seed');
    let pieces = 0;
    for (let at = 0; at < whole.length; at += 64) {
      decoder.push(whole.subarray(at, at + 64));
      const decoded = decoder.next();
      pieces += 1;
      if (at + 64 < whole.length) expect(decoded.kind).toBe('more');
      else expect(decoded).toMatchObject({ kind: 'frame', payload: { length: payload.length } });
    }
    expect(pieces).toBeGreaterThan(65_000);
  });

  it('is, of any bytes at all, a packet, a need for more, or a named error', () => {
    const start = fc.constantFrom('', '00', '00524551', '0052455100000001', '005245510000000101', '00524551000000');
    fc.assert(
      fc.property(start, fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 6 }), (hex, chunks) => {
        const { payloads, last } = decode(new FrameDecoder(MAGIC.request), [fromHex(hex), ...chunks]);
        for (const payload of payloads) expect(payload.length).toBeGreaterThan(0);
        if (last.kind === 'error') {
          expect(['bad-magic', 'bad-checksum', 'empty-packet', 'packet-too-large']).toContain(last.error);
        } else {
          expect(last).toEqual(MORE);
        }
      }),
      { numRuns: 2000 },
    );
  });
});
