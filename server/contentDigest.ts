import { createHash } from 'node:crypto';
import { SUBMISSION_LIMITS } from '@/core/limits';

/**
 * What stands for the contents of a file in a hash: of a large one its SHA-256, found once. The same bytes are submitted
 * with every key that is pressed, and hashing all of them each time would hold up everybody.
 */
const digests = new WeakMap<Uint8Array, Buffer>();

export function digestOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= SUBMISSION_LIMITS.largeFileBytes) return bytes;
  const known = digests.get(bytes) ?? createHash('sha256').update(bytes).digest();
  digests.set(bytes, known);
  return known;
}
