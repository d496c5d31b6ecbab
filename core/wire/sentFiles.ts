import { z } from 'zod';
import { SUBMISSION_LIMITS } from '../limits';
import { isProgramName } from '../submission/fileNames';
import type { Submission, SubmissionFiles } from '../submission/submission';

/**
 * Large data of a render, which goes from its front to its backend and not through Redis (docs/queue.md, 10). As bytes it
 * is the length of a head in four bytes, the head as JSON, and all the files one after another.
 */

const head = z.array(z.tuple([z.string(), z.number().int().nonnegative()])).max(SUBMISSION_LIMITS.maxFiles);

/** Which files wait in Redis, and which are sent. Shells are few. */
export function splitFiles({ kind, files }: Submission): { stored: SubmissionFiles; sent: SubmissionFiles } {
  const isSent = ([name, { length }]: readonly [string, Uint8Array]) =>
    kind === 'render' && length > SUBMISSION_LIMITS.largeFileBytes && !isProgramName(name);
  return { stored: new Map([...files].filter((file) => !isSent(file))), sent: new Map([...files].filter(isSent)) };
}

/** Its parts, in order: nothing is copied. */
export function encodeSentFiles(files: SubmissionFiles): Uint8Array[] {
  const text = new TextEncoder().encode(JSON.stringify([...files].map(([name, { length }]) => [name, length])));
  const start = new Uint8Array(4 + text.length);
  new DataView(start.buffer).setUint32(0, text.length);
  start.set(text, 4);
  return [start, ...files.values()];
}

/** Undefined for anything else. */
export function decodeSentFiles(bytes: Uint8Array): SubmissionFiles | undefined {
  if (bytes.length < 4) return undefined;
  let at = 4 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  try {
    const files = head
      .parse(JSON.parse(new TextDecoder().decode(bytes.subarray(4, at))))
      .map(([name, length]): [string, Uint8Array] => {
        at += length;
        return [name, bytes.subarray(at - length, at)];
      });
    return at === bytes.length ? new Map(files) : undefined;
  } catch {
    return undefined;
  }
}
