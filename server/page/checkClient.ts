import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents, type ConnectionOptions, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { CHECK_QUEUE, readCheckResult } from '@/core/check';
import type { CheckAnswer, CheckRequest } from '@/core/page';
import type { Log } from '@/platform/log';
import { redisOptions } from '@/platform/redis/connect';
import { KEYS, PREFIX } from '@/platform/redis/keys';
import { troubleOf } from '@/platform/redis/trouble';
import type { Service } from '@/platform/service';
import type { Who } from '../queue/tasks';
import { CheckTurns, type CheckWork } from './checkTurns';

/**
 * Syntax checks as one types (docs/queue.md, 17): a BullMQ queue that workers serve without the scheduler, one check of an
 * address at a time.
 */

const KEEP_SECONDS = 30;
const PATIENCE_MS = 5000;

export class CheckClient implements Service {
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  private readonly turns = new CheckTurns<CheckAnswer>();

  constructor(
    private readonly redis: Redis,
    redisUrl: string,
    private readonly log: Log,
  ) {
    const kept = { age: KEEP_SECONDS };
    this.queue = new Queue(CHECK_QUEUE, {
      connection: redis,
      prefix: PREFIX,
      defaultJobOptions: { removeOnComplete: kept, removeOnFail: kept },
    });
    this.events = new QueueEvents(CHECK_QUEUE, {
      connection: redisOptions(redisUrl) as ConnectionOptions,
      prefix: PREFIX,
    });
    this.queue.on('error', (error) => this.noteError(error));
    this.events.on('error', (error) => this.noteError(error));
  }

  async check({ client, address }: Who, request: CheckRequest): Promise<CheckAnswer> {
    const { sequence } = request;
    const turned = await this.turns.take(address, client, () => this.begin(request));
    if (turned === 'superseded') return { kind: 'superseded', sequence };
    if (turned === 'too many')
      return { kind: 'failed', sequence, message: 'Too many syntax checks are waiting; a render will tell.' };
    return turned;
  }

  async stop(): Promise<void> {
    await Promise.all([this.queue.close(), this.events.close()]);
  }

  private begin({ sequence, main, files }: CheckRequest): CheckWork<CheckAnswer> {
    const id = randomUUID();
    let isWithdrawn = false;
    const added = this.add(id, main, files);
    const answer = added
      .then((job) => job.waitUntilFinished(this.events, PATIENCE_MS))
      .then((result: unknown): CheckAnswer => ({ kind: 'checked', sequence, output: readCheckResult(result).output }))
      .catch((error: unknown): CheckAnswer => {
        if (!isWithdrawn) this.noteError(error);
        return { kind: 'failed', sequence, message: 'The syntax could not be checked; a render will tell.' };
      })
      .finally(() => this.clear(id));
    const withdraw = async () => {
      isWithdrawn = true;
      const isRemoved = await added.then(() => this.queue.remove(id)).catch((error: unknown) => this.noteError(error));
      // One that already runs cannot be taken back.
      if (isRemoved !== 1) await answer;
    };
    return { answer, withdraw };
  }

  private async add(id: string, main: string, files: CheckRequest['files']): Promise<Job> {
    await this.redis.multi().hset(KEYS.taskFiles(id), files).expire(KEYS.taskFiles(id), KEEP_SECONDS).exec();
    return this.queue.add('check', { main }, { jobId: id });
  }

  /** Should it stay, it expires. */
  private clear(id: string): void {
    this.redis.del(KEYS.taskFiles(id)).catch((error: unknown) => this.noteError(error));
  }

  /** That Redis is away is said elsewhere, once. */
  private noteError(error: unknown): void {
    if (!troubleOf(error)) this.log.warn({ err: error }, 'a check failed');
  }
}
