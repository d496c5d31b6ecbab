/**
 * An MP4 of H.264 samples that all last as long (ISO/IEC 14496-12 and -15): what a browser encodes, in the box that players
 * expect. The description of the film stands first, so that it plays while it is loaded.
 */

export interface Mp4 {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  readonly frameMs: number;
  /** As the encoder tells it (avcC). */
  readonly description: Uint8Array;
  readonly samples: readonly { readonly bytes: Uint8Array; readonly isKey: boolean }[];
}

type Part = number | string | Uint8Array | readonly Part[];

/** Numbers are of four bytes. */
const TIMESCALE = 1000;
const IDENTITY = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
const ONE = 0x10000;
const LANGUAGE = 0x55c4;
/** 72 pixels an inch. */
const RESOLUTION = 0x480000;

export function mp4Of({ width, height, frameMs, description, samples }: Mp4): Uint8Array {
  const durationMs = samples.length * frameMs;
  const keys = samples.flatMap(({ isKey }, i) => (isKey ? [i + 1] : []));
  const entry = box('avc1', [
    short(0, 0, 0, 1),
    [0, 0, 0, 0],
    short(width, height),
    [RESOLUTION, RESOLUTION, 0],
    short(1),
    new Uint8Array(32),
    short(24, 0xffff),
    box('avcC', [description]),
  ]);
  const tables = (offset: number) =>
    box('stbl', [
      box('stsd', [0, 1, entry]),
      box('stts', [0, 1, samples.length, frameMs]),
      box('stss', [0, keys.length, ...keys]),
      box('stsc', [0, 1, 1, samples.length, 1]),
      box('stsz', [0, 0, samples.length, ...samples.map(({ bytes }) => bytes.length)]),
      box('stco', [0, 1, offset]),
    ]);
  const sized = [width * ONE, height * ONE];
  const track = (offset: number) =>
    box('trak', [
      box('tkhd', [3, 0, 0, 1, 0, durationMs, 0, 0, 0, 0, ...IDENTITY, ...sized]),
      box('mdia', [
        box('mdhd', [0, 0, 0, TIMESCALE, durationMs, short(LANGUAGE, 0)]),
        box('hdlr', [0, 0, 'vide', 0, 0, 0, new Uint8Array(1)]),
        box('minf', [box('vmhd', [1, 0, 0]), box('dinf', [box('dref', [0, 1, box('url ', [1])])]), tables(offset)]),
      ]),
    ]);
  const movie = (offset: number) =>
    box('moov', [
      box('mvhd', [0, 0, 0, TIMESCALE, durationMs, ONE, short(0x100, 0), 0, 0, ...IDENTITY, 0, 0, 0, 0, 0, 0, 2]),
      track(offset),
    ]);
  const start = box('ftyp', ['isom', 0x200, 'isom', 'iso2', 'avc1', 'mp41']);
  // Its length does not depend on where the samples stand.
  const offset = start.length + movie(0).length + 8;
  return joined([
    start,
    movie(offset),
    box(
      'mdat',
      samples.map(({ bytes }) => bytes),
    ),
  ]);
}

function box(name: string, parts: readonly Part[]): Uint8Array {
  const body = joined(parts);
  return joined([body.length + 8, name, body]);
}

function short(...values: readonly number[]): Uint8Array {
  return Uint8Array.from(values.flatMap((value) => [value >> 8, value & 0xff]));
}

function joined(parts: readonly Part[]): Uint8Array {
  const pieces = parts.map(bytesOf);
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function bytesOf(part: Part): Uint8Array {
  if (part instanceof Uint8Array) return part;
  if (typeof part === 'string') return new TextEncoder().encode(part);
  if (typeof part === 'object') return joined(part);
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, part);
  return bytes;
}
