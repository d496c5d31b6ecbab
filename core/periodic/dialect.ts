/**
 * One port serves two dialects of the protocol: the **seed** dialect, and the **crc** dialect, whose packets carry a
 * checksum and which knows more commands (docs/periodic.md, "Frames").
 */
export type Dialect = 'seed' | 'crc';

/** The first four bytes of every packet: `\0REQ` from clients and workers, `\0RES` from the server. */
export const MAGIC = { request: 0x0052_4551, response: 0x0052_4553 } as const;
export type Magic = (typeof MAGIC)[keyof typeof MAGIC];

/** Magic and size, then in the crc dialect the checksum. */
export function headerBytes(dialect: Dialect): number {
  return dialect === 'seed' ? 8 : 12;
}
