import { z } from 'zod';
import type { SubmissionFiles } from '@/core/submission/submission';

/**
 * The sources of a detached task (docs/queue.md, 7). It may wait for days among thousands, so they are kept in
 * the blob store and not in Redis; they are removed with what the task leaves.
 */

export interface DetachedSources {
  readonly main: string;
  readonly files: SubmissionFiles;
}

const kept = z.object({ main: z.string(), files: z.record(z.string(), z.base64()) });

export function detachedSourcesName(id: string): string {
  return `detached/${id}/sources`;
}

export function encodeDetachedSources({ main, files }: DetachedSources): Buffer {
  const texts = [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
  return Buffer.from(JSON.stringify({ main, files: Object.fromEntries(texts) }));
}

/** Undefined for anything else. */
export function decodeDetachedSources(bytes: Buffer): DetachedSources | undefined {
  try {
    const { main, files } = kept.parse(JSON.parse(bytes.toString('utf8')));
    const entries = Object.entries(files).map(([name, base64]) => [name, Buffer.from(base64, 'base64')] as const);
    return { main, files: new Map(entries) };
  } catch {
    return undefined;
  }
}
