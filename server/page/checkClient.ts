import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents, type ConnectionOptions, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { CHECK_QUEUE, readCheckResult } from '@/core/check';
import type { CheckAnswer, CheckRequest } from '@/core/page';
import { redisOptions } from '@/platform/redis/connect';
import { KEYS, PREFIX } from '@/platform/redis/keys';

/**
 * Syntax checks as one types (docs/queue.md, 17): a BullMQ queue that workers serve without the scheduler. The newest
 * of a client wins: one that still waits is taken out of the queue when the next comes.
 */

const KEEP_SECONDS = 30;
const PATIENCE_MILLISECONDS = 5000;

interface Waiting {
  readonly job: Job;
  readonly supersede: () => void;
}

export class CheckClient {
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  private readonly waiting = new Map<string, Waiting>();

  constructor(
    private readonly redis: Redis,
    redisUrl: string,
  ) {
    const connection = redisOptions(redisUrl) as ConnectionOptions;
    this.queue = new Queue(CHECK_QUEUE, {
      connection,
      prefix: PREFIX,
      defaultJobOptions: { removeOnComplete: { age: KEEP_SECONDS }, removeOnFail: { age: KEEP_SECONDS } },
    });
    this.events = new QueueEvents(CHECK_QUEUE, {
      connection: redisOptions(redisUrl) as ConnectionOptions,
      prefix: PREFIX,
    });
    this.queue.on('error', () => undefined);
    this.events.on('error', () => undefined);
  }

  async check(client: string, request: CheckRequest): Promise<CheckAnswer> {
    const { sequence, main, files } = request;
    this.waiting.get(client)?.supersede();
    const id = randomUUID();
    await this.redis.multi().hset(KEYS.taskFiles(id), files).expire(KEYS.taskFiles(id), KEEP_SECONDS).exec();
    const job = await this.queue.add('check', { main }, { jobId: id });
    const superseded = new Promise<'superseded'>((resolve) => {
      const supersede = () => {
        // One that already runs cannot be taken back; nobody waits for it any more.
        job.remove().catch(() => undefined);
        resolve('superseded');
      };
      this.waiting.set(client, { job, supersede });
    });
    try {
      const answer = await Promise.race([job.waitUntilFinished(this.events, PATIENCE_MILLISECONDS), superseded]);
      if (answer === 'superseded') return { kind: 'superseded', sequence };
      return { kind: 'checked', sequence, output: readCheckResult(answer).output };
    } catch {
      return { kind: 'failed', sequence, message: 'The syntax could not be checked; a render will tell.' };
    } finally {
      if (this.waiting.get(client)?.job === job) this.waiting.delete(client);
      void this.redis.del(KEYS.taskFiles(id));
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.queue.close(), this.events.close()]);
  }
}
