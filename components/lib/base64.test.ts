import { describe, expect, it } from 'vitest';
import { fromBase64, toBase64 } from './base64';

describe('base64', () => {
  it('gives back every byte', () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  });
});
