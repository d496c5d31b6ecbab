import { Inflate, Unzlib, zlibSync } from 'fflate';
import { failure, type Failure } from '@/core/errors';

/**
 * A program inside an address (docs/render-api.md, 5): deflate, then base64url, as Kroki's addresses are made. Raw
 * deflate and the base64 of ordinary alphabets are read as well; padding does not matter.
 */

export function encodeSource(source: Uint8Array): string {
  const packed = zlibSync(source, { level: 9 });
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function decodeSource(encoded: string, maxBytes: number): Uint8Array | Failure {
  const packed = decodeBase64(encoded);
  if (packed === undefined || packed.length === 0) return undecodable('it is not base64url');
  return unpack(packed, maxBytes);
}

function decodeBase64(encoded: string): Uint8Array | undefined {
  if (!/^[A-Za-z0-9_+/-]*={0,2}$/.test(encoded)) return undefined;
  try {
    return Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Piece by piece, so that a few bytes that unpack to gigabytes are noticed before they are there. */
function unpack(packed: Uint8Array, maxBytes: number): Uint8Array | Failure {
  const pieces: Uint8Array[] = [];
  let total = 0;
  let isWhole = false;
  const keep = (piece: Uint8Array, final: boolean) => {
    total += piece.length;
    isWhole ||= final;
    if (total <= maxBytes) pieces.push(piece);
  };
  try {
    const stream = hasZlibHeader(packed) ? new Unzlib(keep) : new Inflate(keep);
    for (let at = 0; at < packed.length && total <= maxBytes; at += STEP_BYTES)
      stream.push(packed.subarray(at, at + STEP_BYTES), at + STEP_BYTES >= packed.length);
  } catch {
    return undecodable('it is not deflated');
  }
  if (total > maxBytes) return failure('too-large', `The program in the address has more than ${maxBytes} bytes.`);
  if (!isWhole) return undecodable('its end is missing');
  return concatenated(pieces, total);
}

/** Deflate makes at most 1032 times as much of each. */
const STEP_BYTES = 256;

/** RFC 1950: the method is deflate, and the first two bytes are a multiple of 31. */
function hasZlibHeader([first = 0, second = 0]: Uint8Array): boolean {
  return (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
}

function concatenated(pieces: readonly Uint8Array[], total: number): Uint8Array {
  const whole = new Uint8Array(total);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function undecodable(why: string): Failure {
  return failure('bad-message', `The address must end in a program as deflate and base64url, and ${why}.`);
}
