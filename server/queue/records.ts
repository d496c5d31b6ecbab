import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { RETENTION } from '@/core/limits';
import { readRecordEnd, RECORD_DOORS, type RecordDoor, type RecordEnd } from '@/core/record';
import { encodeRecordSources, recordSourcesName } from '@/platform/blobs/recordSources';
import type { Submission } from '@/core/submission';
import type { StoredTask } from '@/core/task';
import type { SchedulerWord } from '@/core/words';
import type { Blobs } from '@/platform/blobs/blobs';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { BATCH_QUEUE, lockKey } from '@/platform/redis/taskQueues';
import type { Ledger } from '../ledger';
import { storedFiles } from './handIn';
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
  /** What is kept for whom: those that are removed count no more. */
  readonly ledger: Ledger;
  readonly log: Log;
}

const submitRecord = loadScript('submitRecord');

/** So many ended ones are removed at a time. */
const SWEEP = 100;

export class Records {
  private readonly ears: RecordEars;

  constructor(private readonly options: RecordsOptions) {
    this.ears = new RecordEars(options);
  }

  /** The task's id. With an id that is known already nothing happens: whoever is not sure may submit again. */
  async submit(wish: RecordWish, id: string = randomUUID()): Promise<string> {
    const { door, reference, submission, who } = wish;
    const { kind, main, options, files } = submission;
    const task: StoredTask = { id, kind, main, options, record: { door, reference }, ...who, createdAtMs: Date.now() };
    const { redis, blobs } = this.options;
    await blobs.put(recordSourcesName(id), encodeRecordSources({ main, files }));
    await submitRecord.run(
      redis,
      [KEYS.taskFiles(id), KEYS.record(id), KEYS.incoming],
      [word({ type: 'submitted', task }), RETENTION.taskFilesSeconds, ...storedFiles(new Map()).flat()],
    );
    return id;
  }

  /** A waiting one leaves the line, a running one is killed; both end as aborted, unless they have ended already. */
  async cancel(id: string): Promise<void> {
    await this.options.redis.xadd(KEYS.incoming, '*', 'word', word({ type: 'cancelled', task: id }));
  }

  async read(id: string): Promise<RecordState | undefined> {
    const { redis } = this.options;
    const [end, isKnown, isHeld] = await Promise.all([
      redis.get(KEYS.record(id)),
      redis.exists(KEYS.taskFiles(id)),
      redis.exists(lockKey(BATCH_QUEUE, id)),
    ]);
    const ended = end === null ? undefined : readRecordEnd(end);
    if (ended) return { state: 'ended', end: ended };
    if (isKnown === 0) return undefined;
    return { state: isHeld === 1 ? 'running' : 'waiting' };
  }

  /**
   * Every end of this door comes to one front, again and again until the handler has resolved once. Answers how to stop
   * listening.
   */
  listen(door: RecordDoor, handler: (end: RecordEnd) => Promise<void>): () => Promise<void> {
    return this.ears.listen(door, handler);
  }

  /** Removes what ended ones left, after its time, and ends that no door has asked for: all of it, however much. */
  async sweep(nowMs = Date.now()): Promise<void> {
    const { redis, blobs, ledger } = this.options;
    const over = nowMs - RETENTION.recordSeconds * 1000;
    for (const door of RECORD_DOORS) await redis.xtrim(KEYS.recordEnds(door), 'MINID', '~', over);
    for (;;) {
      const ids = await redis.zrangebyscore(KEYS.recordsKept, 0, over, 'LIMIT', 0, SWEEP);
      if (ids.length === 0) return;
      await Promise.all(ids.map((id) => blobs.removeAll(`records/${id}`)));
      await ledger.release(...ids);
      await redis.zrem(KEYS.recordsKept, ...ids);
    }
  }

  async stop(): Promise<void> {
    await this.ears.stop();
  }
}

function word(said: SchedulerWord): string {
  return JSON.stringify(said);
}
