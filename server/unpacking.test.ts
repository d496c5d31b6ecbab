import { deflateSync, gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { Unpacking } from './unpacking';

const DATA = Buffer.from('1,2,3\n'.repeat(1000));

it('unpacks what was packed', async () => {
  const unpacking = new Unpacking();
  for (const [encoding, packed] of [
    ['deflate', deflateSync(DATA)],
    ['gzip', gzipSync(DATA)],
  ] as const) {
    const unpacked = await unpacking.unpack(packed, encoding, DATA.length, 'a');
    expect(unpacked.ok && Buffer.compare(Buffer.from(unpacked.value), DATA)).toBe(0);
  }
});

it('gives up at the limit, and what is no such thing', async () => {
  const unpacking = new Unpacking();
  const codeOf = async (bytes: Uint8Array) => {
    const unpacked = await unpacking.unpack(bytes, 'deflate', DATA.length - 1, 'a');
    return unpacked.ok ? 'ok' : unpacked.failure.code;
  };
  expect(await codeOf(deflateSync(DATA))).toBe('too-large');
  expect(await codeOf(DATA)).toBe('bad-message');
  expect(await codeOf(deflateSync(DATA.subarray(1)).subarray(0, 20))).toBe('bad-message');
});

it('does so at the pace of its address, also for what was given up', async () => {
  const rests: number[] = [];
  const unpacking = new Unpacking({ burst: 250, perSecond: 100 }, async (milliseconds) => rests.push(milliseconds));
  for (const address of ['a', 'a', 'b']) await unpacking.unpack(deflateSync(DATA), 'deflate', 200, address);
  expect(rests).toEqual([expect.closeTo(1500, -3)]);
});
