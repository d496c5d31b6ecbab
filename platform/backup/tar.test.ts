import { PassThrough, Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEntries, writeEnd, writeEntry } from './tar';

async function archive(entries: readonly (readonly [string, Uint8Array])[]): Promise<Buffer> {
  const out = new PassThrough({ highWaterMark: 2 ** 24 });
  for (const [name, bytes] of entries) await writeEntry(out, name, bytes.length, Readable.from([Buffer.from(bytes)]));
  await writeEnd(out);
  out.end();
  return buffer(out);
}

/** In chunks of so many bytes. */
async function read(bytes: Buffer, chunkBytes = 700): Promise<[string, Uint8Array][]> {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, i) =>
    bytes.subarray(i * chunkBytes, (i + 1) * chunkBytes),
  );
  const found: [string, Uint8Array][] = [];
  for await (const { name, contents } of readEntries(Readable.from(chunks)))
    found.push([name, new Uint8Array(await buffer(contents))]);
  return found;
}

describe('an archive', () => {
  it('brings back every file, whatever its name and size', async () => {
    const name = fc.stringMatching(/^[a-z0-9/]{1,300}$/);
    const entries = fc.array(fc.tuple(name, fc.uint8Array({ maxLength: 2000 })), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(entries, fc.integer({ min: 1, max: 3000 }), async (files, chunkBytes) => {
        expect(await read(await archive(files), chunkBytes)).toEqual(files);
      }),
      { numRuns: 100 },
    );
  });

  it('that is cut or damaged is refused', async () => {
    const whole = await archive([['a', new Uint8Array(1000)]]);
    await expect(read(whole.subarray(0, 900))).rejects.toThrow('ends too early');
    const damaged = Buffer.from(whole);
    damaged.write('z', 0);
    await expect(read(damaged)).rejects.toThrow('damaged');
    await expect(read(Buffer.alloc(512, 'x'))).rejects.toThrow('damaged');
  });
});
