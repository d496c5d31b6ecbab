import { createHash } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RETENTION } from '@/core/limits';
import type { Submission, SubmissionFiles } from '@/core/submission/submission';
import type { StoredTask } from '@/core/task';
import type { SchedulerMessage } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { encodeSentFiles, splitFiles } from '@/core/wire/sentFiles';
import { digestOf } from '../contentDigest';
import type { Who } from './tasks';

interface NewTask {
  readonly id: string;
  readonly submission: Submission;
  readonly who: Who;
}

const submit = loadScript('submitTask');

/**
 * Sends a task that a connection of this front owns to the scheduler, its files in a key of their own (docs/queue.md, 10).
 * All at once: the files of a task that the scheduler hears of are there. Large ones stay with the front.
 */
export async function submitTask(redis: Redis, front: string, { id, submission, who }: NewTask): Promise<void> {
  const { kind, main, options, files } = submission;
  const { stored, sent } = splitFiles(submission);
  const sentBytes = sent.size === 0 ? undefined : encodeSentFiles(sent).reduce((sum, { length }) => sum + length, 0);
  const told = { createdAtMs: Date.now(), source: hashOf(files), ...(sentBytes === undefined ? {} : { sentBytes }) };
  const task: StoredTask = { id, kind, main, options, front, ...who, ...told };
  await announce(redis, task, stored);
}

/** Once: with an id that is known already nothing happens. */
export async function announce(redis: Redis, task: StoredTask, files: SubmissionFiles): Promise<void> {
  const { id, detached } = task;
  const message: SchedulerMessage = { type: 'submitted', task };
  const keys = [KEYS.taskFiles(id), KEYS.incoming, ...(detached ? [KEYS.detachedEnd(id)] : [])];
  await submit.run(redis, keys, [JSON.stringify(message), RETENTION.taskFilesSeconds, ...storedFiles(files).flat()]);
}

/** One without a name stands for the task itself, which may have no files and is looked for by this key. */
function storedFiles(files: SubmissionFiles): [name: string, bytes: Buffer][] {
  const bytesOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return [['', Buffer.alloc(0)], ...[...files].map(([name, bytes]): [string, Buffer] => [name, bytesOf(bytes)])];
}

/** By which the same program is known again, and nothing of it is told. */
export function hashOf(files: SubmissionFiles): string {
  const hash = createHash('sha256');
  for (const [name, bytes] of files) hash.update(`${name}\0${bytes.length}\0`).update(digestOf(bytes));
  return hash.digest('hex').slice(0, 16);
}
