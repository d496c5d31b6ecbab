/** Lower-case hexadecimal SHA-256 of a file. */
export type Sha256 = (bytes: Uint8Array) => string | Promise<string>;

/** The platform's own, in browsers and Node; undefined where it is missing: browsers hide it from plain http pages. */
export function webSha256(crypto: Pick<Crypto, 'subtle'> | undefined = globalThis.crypto): Sha256 | undefined {
  const subtle: SubtleCrypto | undefined = crypto?.subtle;
  if (subtle === undefined) return undefined;
  return async (bytes) => {
    // The DOM's types refuse views of shared memory; nobody hands us one.
    const digest = await subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>);
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  };
}
