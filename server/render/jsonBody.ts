import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { piecesOf } from '@/core/wire/wire';

/**
 * A JSON document with pictures in it, written piece by piece as it is read: as one text it would take many times the
 * memory of the pictures, for each of those who ask.
 */

export interface Picture {
  readonly encoding: 'utf8' | 'base64';
  readonly pieces: () => AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** `make` is given a function that stands a picture in the place of a text. Without any it is written at once. */
export function jsonBody(make: (text: (picture: Picture) => string) => unknown): Readable | Buffer {
  // Nothing a program prints can be taken for it.
  const mark = randomUUID();
  const pictures: Picture[] = [];
  const document = make((picture) => `${mark}${pictures.push(picture) - 1}`);
  const text = JSON.stringify(document, null, 2);
  if (pictures.length === 0) return Buffer.from(`${text}\n`);
  const parts = text.split(new RegExp(`"${mark}(\\d+)"`));
  return Readable.from(written(parts, pictures), { objectMode: false });
}

/** Every second part is the number of a picture. */
async function* written(parts: readonly string[], pictures: readonly Picture[]): AsyncGenerator<string> {
  for (const [i, part] of parts.entries()) {
    if (i % 2 === 0) yield part;
    else {
      const picture = pictures[Number(part)];
      yield '"';
      if (picture) yield* picture.encoding === 'base64' ? inBase64(picture) : inText(picture);
      yield '"';
    }
  }
  yield '\n';
}

async function* inText({ pieces }: Picture): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  for await (const piece of pieces())
    yield quoted(decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.length)));
  yield quoted(decoder.end());
}

async function* inBase64({ pieces }: Picture): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const piece of pieces()) {
    const bytes =
      rest.length === 0 ? Buffer.from(piece.buffer, piece.byteOffset, piece.length) : Buffer.concat([rest, piece]);
    // Three bytes are four characters.
    const whole = bytes.length - (bytes.length % 3);
    rest = bytes.subarray(whole);
    yield bytes.toString('base64', 0, whole);
  }
  yield rest.toString('base64');
}

function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

export function inMemory(bytes: Uint8Array): Picture['pieces'] {
  return () => piecesOf(bytes);
}
