import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { withDensity } from './pngDensity';

/** One pixel. */
const PNG = new Uint8Array(
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
);
const HEADER_END = 33;

it('says how many pixels a metre has, before the pixels', () => {
  const dense = Buffer.from(withDensity(PNG, 300));
  const chunk = dense.subarray(HEADER_END, HEADER_END + 21);
  expect(chunk.subarray(4, 8).toString()).toBe('pHYs');
  expect([chunk.readUInt32BE(0), chunk.readUInt32BE(8), chunk.readUInt32BE(12), chunk[16]]).toEqual([
    9, 11811, 11811, 1,
  ]);
  expect(chunk.readUInt32BE(17)).toBe(crc32(chunk.subarray(4, 17)));
  expect(Buffer.concat([dense.subarray(0, HEADER_END), dense.subarray(HEADER_END + 21)])).toEqual(Buffer.from(PNG));
});

it('leaves what says it already, and what is no PNG', () => {
  const dense = withDensity(PNG, 96);
  expect(withDensity(dense, 300)).toBe(dense);
  const text = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>');
  expect(withDensity(text, 300)).toBe(text);
  expect(withDensity(new Uint8Array(), 300)).toHaveLength(0);
  const cut = PNG.subarray(0, 30);
  expect(() => withDensity(cut, 300)).not.toThrow();
});
