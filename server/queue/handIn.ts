import type { Redis } from 'ioredis';
import { RETENTION } from '@/core/limits';
import type { Submission } from '@/core/submission';
import { taskFields, type TaskRecord } from '@/core/task';
import type { SchedulerWord } from '@/core/words';
import { KEYS } from '@/platform/redis/keys';
import type { Who } from './tasks';

export interface NewTask {
  readonly id: string;
  readonly submission: Submission;
  readonly who: Who;
}

/**
 * Writes a task that a connection of this front owns to Redis, its options in a hash and its files in a key of their own,
 * and tells the scheduler (docs/queue.md, 10). All at once: a task that the scheduler hears of is there.
 */
export async function handIn(redis: Redis, front: string, { id, submission, who }: NewTask): Promise<void> {
  const { kind, main, options, files } = submission;
  const record: TaskRecord = { id, kind, main, options, front, ...who, createdAtMs: Date.now() };
  const word: SchedulerWord = { type: 'submitted', task: id };
  const transaction = redis
    .multi()
    .hset(KEYS.task(id), { ...taskFields(record), state: 'incoming' })
    .expire(KEYS.task(id), RETENTION.taskRecordSeconds);
  if (files.size > 0) {
    const bytesOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const contents = new Map([...files].map(([name, bytes]) => [name, bytesOf(bytes)]));
    transaction.hset(KEYS.taskFiles(id), contents).expire(KEYS.taskFiles(id), RETENTION.taskFilesSeconds);
  }
  await transaction.xadd(KEYS.incoming, '*', 'word', JSON.stringify(word)).exec();
}
