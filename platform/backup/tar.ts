import type { Readable, Writable } from 'node:stream';

/** The part of the tar format that a backup needs: files by name, of known size, one after the other. */

const BLOCK = 512;
const NAME_BYTES = 100;
const LONG_NAME = '././@LongLink';
/** Longer than any name a backup has. */
const MAX_NAME_BYTES = 4096;

/** One file; the stream must have exactly `size` bytes. */
export async function writeEntry(
  out: Writable,
  name: string,
  size: number,
  contents: AsyncIterable<Buffer>,
): Promise<void> {
  const bytes = Buffer.from(name);
  if (bytes.length > NAME_BYTES) {
    await write(out, header(LONG_NAME, bytes.length, 'L'));
    await write(out, padded(bytes));
  }
  await write(out, header(bytes.subarray(0, NAME_BYTES).toString('latin1'), size, '0'));
  let written = 0;
  for await (const chunk of contents) {
    written += chunk.length;
    await write(out, chunk);
  }
  if (written !== size) throw new Error(`${name} has ${written} bytes and not ${size}`);
  await write(out, Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK));
}

export function writeEnd(out: Writable): Promise<void> {
  return write(out, Buffer.alloc(2 * BLOCK));
}

export interface Entry {
  readonly name: string;
  readonly size: number;
  /** To be read to its end before the next entry is asked for. */
  readonly contents: AsyncIterable<Buffer>;
}

/** Throws for what is no whole archive. */
export async function* readEntries(input: Readable): AsyncIterable<Entry> {
  const source = new Blocks(input);
  let longName: string | undefined;
  for (;;) {
    const block = await source.take(BLOCK);
    if (block.every((byte) => byte === 0)) return;
    const { name, size, type } = readHeader(block);
    if (type === 'L') {
      if (size > MAX_NAME_BYTES) throw new Error('a name in it is too long');
      longName = (await source.take(roundedUp(size))).subarray(0, size).toString();
      continue;
    }
    yield { name: longName ?? name, size, contents: source.stream(size) };
    longName = undefined;
  }
}

/** Reads so many bytes as are asked for. */
class Blocks {
  private readonly chunks: AsyncIterator<Buffer>;
  private rest: Buffer = Buffer.alloc(0);

  constructor(input: Readable) {
    this.chunks = input[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async take(bytes: number): Promise<Buffer> {
    while (this.rest.length < bytes) this.rest = Buffer.concat([this.rest, await this.next()]);
    const taken = this.rest.subarray(0, bytes);
    this.rest = this.rest.subarray(bytes);
    return taken;
  }

  async *stream(size: number): AsyncIterable<Buffer> {
    for (let left = size; left > 0;) {
      if (this.rest.length === 0) this.rest = await this.next();
      const part = this.rest.subarray(0, left);
      this.rest = this.rest.subarray(part.length);
      left -= part.length;
      yield part;
    }
    await this.take(roundedUp(size) - size);
  }

  private async next(): Promise<Buffer> {
    const { value, done } = await this.chunks.next();
    if (done) throw new Error('it ends too early');
    return value;
  }
}

function header(name: string, size: number, type: '0' | 'L'): Buffer {
  const block = Buffer.alloc(BLOCK);
  block.write(name, 0, NAME_BYTES, 'latin1');
  block.write('0000600\0', 100);
  block.write('0000000\0', 108);
  block.write('0000000\0', 116);
  block.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  block.write('00000000000\0', 136);
  block.write(type, 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  block.write(`${checksum(block).toString(8).padStart(6, '0')}\0 `, 148);
  return block;
}

function readHeader(block: Buffer): { name: string; size: number; type: string } {
  const text = (from: number, bytes: number) =>
    block
      .subarray(from, from + bytes)
      .toString('latin1')
      .split('\0', 1)[0] ?? '';
  const size = Number.parseInt(text(124, 12), 8);
  if (Number.parseInt(text(148, 8), 8) !== checksum(block) || !(size >= 0)) throw new Error('it is damaged');
  return { name: text(0, NAME_BYTES), size, type: text(156, 1) };
}

/** Of the header with spaces where the checksum itself stands. */
function checksum(block: Buffer): number {
  return block.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 0x20 : byte), 0);
}

const roundedUp = (size: number) => Math.ceil(size / BLOCK) * BLOCK;

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(roundedUp(bytes.length) - bytes.length)]);
}

function write(out: Writable, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => out.write(bytes, (error) => (error ? reject(error) : resolve())));
}
