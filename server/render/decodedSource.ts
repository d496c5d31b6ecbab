import { inflateRawSync, inflateSync } from 'node:zlib';
import { failure } from '@/core/errors';
import { refusal, success, type Refused, type Result } from '@/core/result';

/**
 * The program inside an address (docs/render-api.md, 5; core/render/encodedSource.ts makes them). Raw deflate and the
 * ordinary alphabet of base64 are read as well; padding does not matter. A few bytes that unpack to gigabytes are given
 * up at the limit.
 */
export function decodeSource(encoded: string, maxBytes: number): Result<Uint8Array> {
  const packed = Buffer.from(encoded, 'base64url');
  if (packed.length === 0 || !/^[A-Za-z0-9_+/-]+={0,2}$/.test(encoded)) return undecodable('it is not base64url');
  const unpack = hasZlibHeader(packed) ? inflateSync : inflateRawSync;
  try {
    return success(unpack(packed, { maxOutputLength: maxBytes }));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ERR_BUFFER_TOO_LARGE')
      return refusal(failure('too-large', `The program in the address has more than ${maxBytes} bytes.`));
    return undecodable(code === 'Z_BUF_ERROR' ? 'its end is missing' : 'it is not deflated');
  }
}

/** RFC 1950: the method is deflate, and the first two bytes are a multiple of 31. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

function undecodable(why: string): Refused {
  return refusal(failure('bad-message', `The address must end in a program as deflate and base64url, and ${why}.`));
}
