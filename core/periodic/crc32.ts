/** CRC-32 as in IEEE 802.3, zip and gzip. */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb8_8320 : value >>> 1;
  return value;
});

export function crc32(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xffff_ffff;
  for (let i = start; i < end; i += 1) crc = (TABLE[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffff_ffff) >>> 0;
}
