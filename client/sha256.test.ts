import { describe, expect, it } from 'vitest';
import { webSha256 } from './sha256';

describe('the SHA-256 of the platform', () => {
  it('is hexadecimal in lower case', async () => {
    expect(await webSha256()?.(new TextEncoder().encode('abc'))).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
  });

  it('may be missing', () => {
    expect(webSha256({} as Crypto)).toBeUndefined();
  });
});
