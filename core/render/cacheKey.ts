import type { Submission } from '@/core/submission/submission';

/**
 * What makes two renders the same (docs/render-api.md, 12): every source, the main file, all options and what draws. The
 * order in which files were added and options were given plays no part.
 */

/** SHA-256 over all parts, in hexadecimal. */
type HashParts = (parts: readonly (string | Uint8Array)[]) => string;

export function cacheKey(
  submission: Extract<Submission, { kind: 'render' }>,
  toolchain: string,
  hash: HashParts,
): string {
  const files = [...submission.files].sort(([a], [b]) => (a < b ? -1 : 1));
  const options = Object.entries(submission.options)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  // Lengths stand in front of the bytes, so that no two submissions run together to the same.
  const head = JSON.stringify([toolchain, submission.main, options, files.map(([name, { length }]) => [name, length])]);
  return hash([`${head.length} ${head}`, ...files.map(([, bytes]) => bytes)]);
}
