import { deflateRawSync, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeSource } from '@/core/render/encodedSource';
import { decodeSource as decode } from './decodedSource';

const text = (decoded: ReturnType<typeof decodeSource>) =>
  decoded instanceof Uint8Array ? new TextDecoder().decode(decoded) : decoded;

function decodeSource(encoded: string, maxBytes: number) {
  const decoded = decode(encoded, maxBytes);
  return decoded.ok ? decoded.value : decoded.failure;
}

/** docs/render-api.md, 5 */
describe('a program in an address', () => {
  it('comes back as it went', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5000 }), (source) => {
        expect(decodeSource(encodeSource(source), 5000)).toEqual(Buffer.from(source));
      }),
    );
  });

  it('is read as other tools make it', () => {
    const source = 'size(5cm);\ndraw(unitcircle); // ünï';
    for (const packed of [deflateSync(source, { level: 9 }), deflateRawSync(source)]) {
      expect(text(decodeSource(packed.toString('base64url'), 1000))).toBe(source);
      expect(text(decodeSource(packed.toString('base64'), 1000))).toBe(source);
    }
  });

  it('says what is wrong with it', () => {
    expect(decodeSource('a b', 100)).toMatchObject({ message: expect.stringContaining('not base64url') });
    expect(decodeSource('', 100)).toMatchObject({ message: expect.stringContaining('not base64url') });
    expect(decodeSource('_____w', 100)).toMatchObject({ message: expect.stringContaining('not deflated') });
    const cut = deflateSync('draw(unitcircle);'.repeat(9)).subarray(0, 12).toString('base64url');
    expect(decodeSource(cut, 1000)).toMatchObject({ code: 'bad-message' });
  });

  it('stops at the limit, however much follows', () => {
    const bomb = deflateSync(Buffer.alloc(50_000_000), { level: 9 }).toString('base64url');
    expect(decodeSource(bomb, 131_072)).toMatchObject({
      code: 'too-large',
      message: expect.stringContaining('131072'),
    });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        decodeSource(Buffer.from(bytes).toString('base64url'), 1000);
      }),
    );
  });
});
