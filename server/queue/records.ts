import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RETENTION } from '@/core/limits';
import { readRecordEnd, type RecordDoor, type RecordEnd } from '@/core/record';
import type { Submission } from '@/core/submission';
import { taskFields, type TaskRecord } from '@/core/task';
import type { SchedulerWord } from '@/core/words';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { RecordEars } from './recordEars';
import type { Who } from './tasks';

/**
 * Tasks that a record owns (docs/queue.md, 7 and 16): batch work that survives every connection. The backend writes
 * what it leaves to the blob store; its door hears of the end on whichever front is there.
 */

export interface RecordWish {
  readonly door: RecordDoor;
  /** The door's own words, given back with the end. */
  readonly reference: string;
  readonly submission: Extract<Submission, { kind: 'render' }>;
  readonly who: Who;
}

export type RecordState =
  { readonly state: 'waiting' | 'running' } | { readonly state: 'ended'; readonly end: RecordEnd };

export interface RecordsOptions {
  readonly front: string;
  readonly redis: Redis;
  /** Makes a connection for an ear, which is blocked most of the time. */
  readonly connect: () => Redis;
  readonly blobs: Blobs;
  readonly log: Log;
}

const submitRecord = loadScript('submitRecord');

/** Chores look at so many ended ones at a time. */
const SWEEP = 500;

export class Records {
  private readonly ears: RecordEars;

  constructor(private readonly options: RecordsOptions) {
    this.ears = new RecordEars(options);
  }

  /** The task's id. With an id that is known already nothing happens: whoever is not sure may submit again. */
  async submit(wish: RecordWish, id: string = randomUUID()): Promise<string> {
    const { door, reference, submission, who } = wish;
    const record: TaskRecord = {
      id,
      kind: submission.kind,
      main: submission.main,
      options: submission.options,
      front: undefined,
      record: { door, reference },
      ...who,
      createdAtMs: Date.now(),
    };
    const fields = Object.entries({ ...taskFields(record), state: 'incoming' });
    const files = [...submission.files].map(([name, bytes]) => [name, Buffer.from(bytes)] as const);
    await submitRecord.run(
      this.options.redis,
      [KEYS.task(id), KEYS.taskFiles(id), KEYS.record(id), KEYS.incoming],
      [
        word({ type: 'submitted', task: id }),
        RETENTION.taskRecordSeconds,
        fields.length,
        ...fields.flat(),
        ...files.flat(),
      ],
    );
    return id;
  }

  /** A waiting one leaves the line, a running one is killed; both end as aborted, unless they have ended already. */
  async cancel(id: string): Promise<void> {
    await this.options.redis.xadd(KEYS.incoming, '*', 'word', word({ type: 'cancelled', task: id }));
  }

  async read(id: string): Promise<RecordState | undefined> {
    const { redis } = this.options;
    const [end, state] = await Promise.all([redis.get(KEYS.record(id)), redis.hget(KEYS.task(id), 'state')]);
    const ended = end === null ? undefined : readRecordEnd(end);
    if (ended) return { state: 'ended', end: ended };
    if (state === null) return undefined;
    return { state: state === 'running' ? 'running' : 'waiting' };
  }

  /**
   * Every end of this door comes to one front, again and again until the handler has resolved once. Answers how to stop
   * listening.
   */
  listen(door: RecordDoor, handler: (end: RecordEnd) => Promise<void>): () => Promise<void> {
    return this.ears.listen(door, handler);
  }

  /** Removes what ended ones left, after its time. */
  async sweep(nowMs = Date.now()): Promise<void> {
    const { redis, blobs } = this.options;
    const over = nowMs - RETENTION.recordSeconds * 1000;
    const ids = await redis.zrangebyscore(KEYS.recordsKept, 0, over, 'LIMIT', 0, SWEEP);
    for (const id of ids) {
      await blobs.removeAll(`records/${id}`);
      await redis.zrem(KEYS.recordsKept, id);
    }
  }

  async stop(): Promise<void> {
    await this.ears.stop();
  }
}

function word(said: SchedulerWord): string {
  return JSON.stringify(said);
}
