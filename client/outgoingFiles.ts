import { KIB } from '@/core/limits/units';
import type { OutgoingFile } from './exchange';
import type { ClientFiles } from './render';
import type { SentHashes } from './sentHashes';
import type { Sha256 } from './sha256';

const encoder = new TextEncoder();

/** Smaller ones are sent as soon as they would be packed. */
const PACKED_FROM_BYTES = 32 * KIB;
/** These are packed as they are. */
const PACKED_FORMATS = /\.(?:png|jpe?g|gif|pdf|gz)$/i;

/**
 * The files as they are sent: large ones that the server does not have are packed. Never fails: a file that cannot be
 * hashed or packed goes without, which only costs its bytes.
 */
export async function outgoingFiles(
  files: ClientFiles,
  sha256: Sha256 | undefined,
  sent: Pick<SentHashes, 'has'>,
): Promise<OutgoingFile[]> {
  return Promise.all(
    Object.entries(files).map(async ([name, contents]) => {
      const bytes = toBytes(contents);
      const hash = await hashOf(bytes, sha256);
      const isWanted = bytes.length >= PACKED_FROM_BYTES && !PACKED_FORMATS.test(name);
      const packed = isWanted && (hash === undefined || !sent.has(hash)) ? await deflated(bytes) : undefined;
      return { name, bytes, ...(hash === undefined ? {} : { hash }), ...(packed === undefined ? {} : { packed }) };
    }),
  );
}

export function toBytes(contents: string | Uint8Array): Uint8Array {
  return typeof contents === 'string' ? encoder.encode(contents) : contents;
}

/** The data of a draft is the same with every key that is pressed. */
const hashes = new WeakMap<Uint8Array, string>();

async function hashOf(bytes: Uint8Array, sha256: Sha256 | undefined): Promise<string | undefined> {
  const known = hashes.get(bytes);
  if (known !== undefined || sha256 === undefined) return known;
  try {
    const hash = await sha256(bytes);
    hashes.set(bytes, hash);
    return hash;
  } catch {
    return undefined;
  }
}

/** Undefined if it would not be smaller. */
async function deflated(bytes: Uint8Array): Promise<Uint8Array | undefined> {
  try {
    const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new CompressionStream('deflate'));
    const packed = new Uint8Array(await new Response(stream).arrayBuffer());
    return packed.length < bytes.length ? packed : undefined;
  } catch {
    return undefined;
  }
}
