import { createHmac, randomUUID } from 'node:crypto';
import { Queue, Worker as BullWorker, type ConnectionOptions, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import type { DeliveryRow, Webhook, WebhookMessage } from '@/core/admin/webhook';
import type { Log } from '@/platform/log';
import { redisOptions } from '@/platform/redis/connect';
import { PREFIX } from '@/platform/redis/keys';
import { troubleOf } from '@/platform/redis/trouble';
import type { Service } from '@/platform/service';
import type { WebhookStore } from './webhookStore';

/**
 * Brings messages to webhooks: a BullMQ queue that any front serves, so that none is lost with one of them. What fails is
 * tried again, later each time.
 *
 * An administrator says where to, so the address may be within the network; but nobody else can lead us elsewhere:
 * redirects are not followed, there is a deadline, and of the answer only the status is read.
 */

const QUEUE = 'webhooks';
const ATTEMPTS = 8;
const FIRST_RETRY_MS = 1000;
const PATIENCE_MS = 5000;
const KEPT = { count: 50 };
const AT_ONCE = 4;
const SHOWN = 50;

interface Delivery {
  readonly hook: string;
  readonly url: string;
  readonly message: WebhookMessage;
}

interface DeliveryOptions {
  readonly redis: Redis;
  readonly redisUrl: string;
  readonly store: Pick<WebhookStore, 'secretOf' | 'hook'>;
  readonly log: Log;
}

export class WebhookDelivery implements Service {
  private readonly queue: Queue<Delivery, string>;
  private worker: BullWorker<Delivery, string> | undefined;

  constructor(private readonly options: DeliveryOptions) {
    this.queue = new Queue(QUEUE, {
      connection: options.redis,
      prefix: PREFIX,
      defaultJobOptions: {
        attempts: ATTEMPTS,
        backoff: { type: 'exponential', delay: FIRST_RETRY_MS },
        removeOnComplete: KEPT,
        removeOnFail: KEPT,
      },
    });
    this.queue.on('error', (error) => this.noteError(error));
  }

  start(): void {
    const connection = redisOptions(this.options.redisUrl) as ConnectionOptions;
    this.worker = new BullWorker<Delivery, string>(QUEUE, (job) => this.deliver(job), {
      ...{ connection, prefix: PREFIX, concurrency: AT_ONCE },
    });
    this.worker.on('error', (error) => this.noteError(error));
  }

  async stop(): Promise<void> {
    await Promise.all([this.worker?.close(true), this.queue.close()]);
  }

  async send({ id: hook, url }: Webhook, message: Omit<WebhookMessage, 'id' | 'at'>): Promise<void> {
    const id = randomUUID();
    const whole = { ...message, id, at: new Date().toISOString() };
    await this.queue.add(message.event, { hook, url, message: whole }, { jobId: id });
  }

  /** The newest first. */
  async list(): Promise<DeliveryRow[]> {
    const jobs = await this.queue.getJobs(['active', 'waiting', 'delayed', 'completed', 'failed'], 0, SHOWN);
    return jobs
      .flatMap((job) => (job ? [rowOf(job)] : []))
      .sort((one, other) => other.atMs - one.atMs)
      .slice(0, SHOWN);
  }

  private async deliver({ data: { hook, url, message } }: Job<Delivery, string>): Promise<string> {
    // One that was removed is not told what was on its way.
    if (!(await this.options.store.hook(hook))) return 'removed';
    const body = JSON.stringify(message);
    const at = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', this.options.store.secretOf(hook)).update(`${at}.${body}`).digest('hex');
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Asyground',
        'x-asyground-event': message.event,
        'x-asyground-signature': `t=${at},v1=${signature}`,
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return `HTTP ${answer.status}`;
  }

  private noteError(error: unknown): void {
    if (!troubleOf(error)) this.options.log.warn({ err: error }, 'the queue of webhooks reported an error');
  }
}

function rowOf(job: Job<Delivery, string>): DeliveryRow {
  const { url, message } = job.data;
  const isOver = job.finishedOn !== undefined;
  const hasFailed = job.failedReason !== undefined && job.failedReason !== '';
  return {
    ...{ id: message.id, url, event: message.event, code: message.alarm.code, atMs: job.timestamp },
    state: !isOver ? 'waiting' : job.returnvalue !== null && job.returnvalue !== undefined ? 'sent' : 'failed',
    attempts: job.attemptsMade,
    answer: (isOver && job.returnvalue ? job.returnvalue : hasFailed ? job.failedReason : undefined)?.slice(
      0,
      ADMIN_LIMITS.maxAnswer,
    ),
  };
}
