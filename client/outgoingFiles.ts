import type { OutgoingFile } from './exchange';
import type { ClientFiles } from './render';
import type { Sha256 } from './sha256';

const encoder = new TextEncoder();

/** The files as they are sent. Never fails: a file that cannot be hashed goes without, which only costs its bytes. */
export async function outgoingFiles(files: ClientFiles, sha256: Sha256 | undefined): Promise<OutgoingFile[]> {
  return Promise.all(
    Object.entries(files).map(async ([name, contents]) => {
      const bytes = toBytes(contents);
      try {
        return { name, bytes, hash: await sha256?.(bytes) };
      } catch {
        return { name, bytes };
      }
    }),
  );
}

export function toBytes(contents: string | Uint8Array): Uint8Array {
  return typeof contents === 'string' ? encoder.encode(contents) : contents;
}
