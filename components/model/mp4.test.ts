import { expect, it } from 'vitest';
import { mp4Of } from './mp4';

const FILM = {
  width: 64,
  height: 48,
  frameMs: 50,
  description: Uint8Array.of(1, 2, 3),
  samples: [
    { bytes: Uint8Array.of(9, 9, 9), isKey: true },
    { bytes: Uint8Array.of(8), isKey: false },
  ],
};

/** Names and bodies of the boxes that stand one after another. */
function boxesIn(bytes: Uint8Array): Map<string, Uint8Array> {
  const found = new Map<string, Uint8Array>();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length; at += view.getUint32(at))
    found.set(Buffer.from(bytes.subarray(at + 4, at + 8)).toString(), bytes.subarray(at + 8, at + view.getUint32(at)));
  return found;
}

function inside(bytes: Uint8Array, ...names: readonly string[]): Uint8Array {
  return names.reduce((body, name) => boxesIn(body).get(name) ?? new Uint8Array(), bytes);
}

const numbers = (bytes: Uint8Array) =>
  Array.from({ length: bytes.length / 4 }, (_, i) => new DataView(bytes.buffer, bytes.byteOffset).getUint32(4 * i));

it('tells where each frame stands, how long it lasts, and which can be begun with', () => {
  const film = mp4Of(FILM);
  expect([...boxesIn(film).keys()]).toEqual(['ftyp', 'moov', 'mdat']);
  const tables = inside(film, 'moov', 'trak', 'mdia', 'minf', 'stbl');
  expect(numbers(inside(tables, 'stts'))).toEqual([0, 1, 2, 50]);
  expect(numbers(inside(tables, 'stss'))).toEqual([0, 1, 1]);
  expect(numbers(inside(tables, 'stsz'))).toEqual([0, 0, 2, 3, 1]);
  const [, , offset = 0] = numbers(inside(tables, 'stco'));
  expect([...film.subarray(offset)]).toEqual([9, 9, 9, 8]);
});

it('describes its codec and its size', () => {
  const film = mp4Of(FILM);
  const entry = inside(inside(film, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd').subarray(8), 'avc1');
  expect(entry).toHaveLength(78 + 8 + 3);
  expect([...entry.subarray(24, 28)]).toEqual([0, 64, 0, 48]);
  expect([...inside(entry.subarray(78), 'avcC')]).toEqual([1, 2, 3]);
  expect(inside(film, 'moov', 'mvhd')).toHaveLength(100);
  expect(inside(film, 'moov', 'trak', 'tkhd')).toHaveLength(84);
});
