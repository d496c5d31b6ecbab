import { zlibSync } from 'fflate';

/** A program inside an address (docs/render-api.md, 5): deflate, then base64url, as Kroki's addresses are made. */
export function encodeSource(source: Uint8Array): string {
  const packed = zlibSync(source, { level: 9 });
  const text = btoa(Array.from(packed, (byte) => String.fromCharCode(byte)).join(''));
  return text
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/={1,2}$/, '');
}
