import fc from 'fast-check';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { jsonBody } from './jsonBody';

async function parsed(chunks: readonly Uint8Array[], encoding: 'utf8' | 'base64'): Promise<unknown> {
  const body = jsonBody((text) => ({ before: 1, data: text({ encoding, pieces: () => chunks }), after: ['x'] }));
  return JSON.parse((Buffer.isBuffer(body) ? body : await buffer(body)).toString('utf8'));
}

describe('a document with pictures', () => {
  it('is what it would be at once, however the pictures come', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 9 })), async (chunks) => {
        const data = Buffer.concat(chunks).toString('base64');
        expect(await parsed(chunks, 'base64')).toEqual({ before: 1, data, after: ['x'] });
      }),
    );
    const cut = fc.string({ unit: 'grapheme', maxLength: 40 }).map((text) => Buffer.from(text));
    await fc.assert(
      fc.asyncProperty(cut, fc.nat({ max: 5 }), async (bytes, size) => {
        const chunks = Array.from({ length: bytes.length }, (_, i) =>
          bytes.subarray(i * (size + 1), (i + 1) * (size + 1)),
        );
        expect(await parsed(chunks, 'utf8')).toEqual({ before: 1, data: bytes.toString('utf8'), after: ['x'] });
      }),
    );
  });

  it('takes nothing into memory before it is read', () => {
    let read = 0;
    const endless = function* () {
      for (;;) {
        read += 1;
        yield Buffer.alloc(64 * 1024);
      }
    };
    const body = jsonBody((text) => ({ data: text({ encoding: 'base64', pieces: endless }) }));
    if (Buffer.isBuffer(body)) throw new Error('not a stream');
    body.read(1);
    expect(read).toBeLessThan(4);
    body.destroy();
  });
});
