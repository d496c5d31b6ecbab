import { randomUUID } from 'node:crypto';
import { Queue, QueueEvents, type ConnectionOptions } from 'bullmq';
import type { Redis } from 'ioredis';
import { CHECK_QUEUE, readCheckResult } from '@/core/check';
import type { CheckAnswer, CheckRequest } from '@/core/page';
import type { Log } from '@/platform/log';
import { redisOptions } from '@/platform/redis/connect';
import { KEYS, PREFIX } from '@/platform/redis/keys';
import { troubleOf } from '@/platform/redis/trouble';
import type { Service } from '@/platform/service';

/**
 * Syntax checks as one types (docs/queue.md, 17): a BullMQ queue that workers serve without the scheduler. The newest
 * of a client wins: one that still waits is taken out of the queue when the next comes.
 */

const KEEP_SECONDS = 30;
const PATIENCE_MS = 5000;

export class CheckClient implements Service {
  private readonly queue: Queue;
  private readonly events: QueueEvents;
  /** How to supersede the newest check of each client; there from its first moment, so that the next finds it. */
  private readonly newest = new Map<string, () => void>();

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

  async check(client: string, request: CheckRequest): Promise<CheckAnswer> {
    const { sequence } = request;
    const id = randomUUID();
    let supersede: () => void = () => undefined;
    const superseded = new Promise<CheckAnswer>((resolve) => {
      supersede = () => resolve({ kind: 'superseded', sequence });
    });
    this.newest.get(client)?.();
    this.newest.set(client, supersede);
    const answer = await Promise.race([this.ask(id, request), superseded]);
    if (this.newest.get(client) === supersede) this.newest.delete(client);
    // One that already runs cannot be taken back; nobody waits for it any more.
    if (answer.kind === 'superseded') this.queue.remove(id).catch((error: unknown) => this.noteError(error));
    // Should it stay, it expires.
    this.redis.del(KEYS.taskFiles(id)).catch((error: unknown) => this.noteError(error));
    return answer;
  }

  async stop(): Promise<void> {
    await Promise.all([this.queue.close(), this.events.close()]);
  }

  private async ask(id: string, { sequence, main, files }: CheckRequest): Promise<CheckAnswer> {
    try {
      await this.redis.multi().hset(KEYS.taskFiles(id), files).expire(KEYS.taskFiles(id), KEEP_SECONDS).exec();
      const job = await this.queue.add('check', { main }, { jobId: id });
      const result: unknown = await job.waitUntilFinished(this.events, PATIENCE_MS);
      return { kind: 'checked', sequence, output: readCheckResult(result).output };
    } catch (error) {
      this.noteError(error);
      return { kind: 'failed', sequence, message: 'The syntax could not be checked; a render will tell.' };
    }
  }

  /** That Redis is away is said elsewhere, once. */
  private noteError(error: unknown): void {
    if (!troubleOf(error)) this.log.warn({ err: error }, 'a check failed');
  }
}
