import { z } from 'zod';
import { submissionOf, storedTask, type StoredTask } from '@/core/task';
import type { Submission, SubmissionFiles } from '@/core/submission/submission';

/** The sources of a render that failed, where an operator allows them to be kept: what it takes to run it again. */

const kept = storedTask
  .pick({ main: true, options: true })
  .extend({ main: z.string(), files: z.record(z.string(), z.base64()) });

export function failureSourcesName(task: string): string {
  return `failures/${task}/sources`;
}

export function encodeFailureSources({ main, options }: StoredTask, files: SubmissionFiles): Buffer {
  const texts = [...files].map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]);
  return Buffer.from(JSON.stringify({ main, options, files: Object.fromEntries(texts) }));
}

/** Undefined for anything else. */
export function decodeFailureSources(bytes: Buffer): Extract<Submission, { kind: 'render' }> | undefined {
  try {
    const { files, ...task } = kept.parse(JSON.parse(bytes.toString('utf8')));
    const entries = Object.entries(files).map(([name, base64]) => [name, Buffer.from(base64, 'base64')] as const);
    const nobody = { id: '', kind: 'render', client: '', address: '', createdAtMs: 0 } as const;
    const submission = submissionOf({ ...nobody, ...task }, new Map(entries));
    return submission?.kind === 'render' ? submission : undefined;
  } catch {
    return undefined;
  }
}
