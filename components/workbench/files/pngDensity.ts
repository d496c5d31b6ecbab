/**
 * A PNG that says how large it is on paper: the chunk pHYs (PNG specification, 11.3.4.3). Without it LaTeX and word processors
 * take a pixel for 1/72 or 1/96 of an inch, and what was made for 300 dpi would fill a page.
 */

const SIGNATURE_BYTES = 8;
const LENGTH_BYTES = 4;
/** Length, type and checksum. */
const FRAME_BYTES = 12;
const METERS_PER_INCH = 0.0254;
const PER_METER = 1;
const DATA_BYTES = 9;

/** What is no PNG, or says it already, stays as it is. */
export function withDensity(png: Uint8Array, dpi: number): Uint8Array {
  const view = new DataView(png.buffer, png.byteOffset, png.byteLength);
  if (png.length < SIGNATURE_BYTES + FRAME_BYTES || typeAt(png, SIGNATURE_BYTES) !== 'IHDR') return png;
  const header = SIGNATURE_BYTES + FRAME_BYTES + view.getUint32(SIGNATURE_BYTES);
  if (header > png.length) return png;
  for (let at = header; at + FRAME_BYTES <= png.length && typeAt(png, at) !== 'IDAT';) {
    if (typeAt(png, at) === 'pHYs') return png;
    at += FRAME_BYTES + view.getUint32(at);
  }
  const chunk = densityChunk(Math.round(dpi / METERS_PER_INCH));
  const whole = new Uint8Array(png.length + chunk.length);
  whole.set(png.subarray(0, header));
  whole.set(chunk, header);
  whole.set(png.subarray(header), header + chunk.length);
  return whole;
}

function typeAt(png: Uint8Array, chunk: number): string {
  return String.fromCharCode(...png.subarray(chunk + LENGTH_BYTES, chunk + 2 * LENGTH_BYTES));
}

function densityChunk(pixelsPerMeter: number): Uint8Array {
  const chunk = new Uint8Array(FRAME_BYTES + DATA_BYTES);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, DATA_BYTES);
  chunk.set(new TextEncoder().encode('pHYs'), LENGTH_BYTES);
  view.setUint32(8, pixelsPerMeter);
  view.setUint32(12, pixelsPerMeter);
  view.setUint8(16, PER_METER);
  view.setUint32(17, crc32(chunk.subarray(LENGTH_BYTES, 17)));
  return chunk;
}

/** That of PNG, zip and Ethernet. */
function crc32(bytes: Uint8Array): number {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
