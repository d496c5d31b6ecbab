import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlainFrames } from './plainFrames';

const MASK = [1, 2, 3, 0x84];

function frame(first: number, payload: Uint8Array, isMasked = true): Buffer {
  const { length } = payload;
  const long = Buffer.alloc(8);
  long.writeBigUInt64BE(BigInt(length));
  const size = length < 126 ? [length] : length < 0x1_0000 ? [126, ...long.subarray(6)] : [127, ...long];
  const [short = 0, ...more] = size;
  if (!isMasked) return Buffer.from([first, short, ...more, ...payload]);
  const masked = payload.map((byte, i) => byte ^ (MASK[i % 4] ?? 0));
  return Buffer.concat([Buffer.from([first, short | 0x80, ...more, ...MASK]), masked]);
}
const text = (words: string) => frame(0x81, Buffer.from(words));

/** What it read, and all bytes in the order in which they were read or passed on, framed again. */
function run(chunks: readonly Buffer[]): { read: string[]; passed: Buffer[]; all: Buffer } {
  const [read, passed, all]: [string[], Buffer[], Buffer[]] = [[], [], []];
  const frames = new PlainFrames(
    (words) => {
      read.push(words);
      all.push(text(words));
    },
    (bytes) => {
      passed.push(Buffer.from(bytes));
      all.push(Buffer.from(bytes));
    },
  );
  for (const chunk of chunks) frames.push(chunk);
  return { read, passed, all: Buffer.concat(all) };
}

describe('plain frames', () => {
  it('are read, however many come at once', () => {
    const { read, passed } = run([Buffer.concat([text('a'), text(''), text('b'.repeat(4096))]), text('c')]);
    expect(read).toEqual(['a', '', 'b'.repeat(4096), 'c']);
    expect(passed).toEqual([]);
  });

  it.each([
    ['of other letters', text('é')],
    ['that are not UTF-8', frame(0x81, Buffer.of(0xff))],
    ['of bytes', frame(0x82, Buffer.from('a'))],
    ['that are longer', text('a'.repeat(4097))],
    ['of pings', frame(0x89, Buffer.from('a'))],
    ['without a mask', frame(0x81, Buffer.from('a'), false)],
    ['with a reserved bit', frame(0xc1, Buffer.from('a'))],
    ['of fragments', Buffer.concat([frame(0x01, Buffer.from('a')), text('b'), frame(0x80, Buffer.from('c'))])],
  ])('%s are passed on as they came, with what came behind them, and the next piece is read', (_, other) => {
    const { read, passed } = run([Buffer.concat([text('a'), other, text('b')]), text('z')]);
    expect(read).toEqual(['a', 'z']);
    expect(Buffer.concat(passed)).toEqual(Buffer.concat([other, text('b')]));
  });

  it('are not read after a close frame', () => {
    const close = frame(0x88, Buffer.of(3, 232));
    const { read, all } = run([
      Buffer.concat([text('a'), close.subarray(0, 7)]),
      Buffer.concat([close.subarray(7), text('b')]),
      text('c'),
    ]);
    expect(read).toEqual(['a']);
    expect(all).toEqual(Buffer.concat([text('a'), close]));
  });

  it('are not read once the connection was given up', () => {
    const read: string[] = [];
    const frames: PlainFrames = new PlainFrames(
      (words) => read.push(words),
      () => frames.end(),
    );
    frames.push(Buffer.concat([text('a'), frame(0xf1, Buffer.from('x')), text('b')]));
    frames.push(text('c'));
    expect(read).toEqual(['a']);
  });

  it('lose, change and reorder nothing, wherever the bytes are cut', () => {
    const payload = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('a'.repeat(200), 'b'.repeat(70_000)),
    );
    const some = fc.tuple(fc.constantFrom(0x81, 0x81, 0x81, 0x82, 0x01, 0x80, 0x00, 0x89, 0x8a), payload, fc.boolean());
    fc.assert(
      fc.property(fc.array(some, { maxLength: 12 }), fc.array(fc.nat(400), { maxLength: 40 }), (parts, cuts) => {
        const stream = Buffer.concat(
          parts.map(([first, words, isMasked]) => frame(first, Buffer.from(words), isMasked)),
        );
        const chunks: Buffer[] = [];
        let at = 0;
        for (const length of cuts) chunks.push(stream.subarray(at, (at += length)));
        chunks.push(stream.subarray(at));
        expect(run(chunks).all.equals(stream)).toBe(true);
      }),
    );
  });
});
