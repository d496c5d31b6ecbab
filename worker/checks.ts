import { Worker as BullWorker, type ConnectionOptions, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { CHECK_LIMITS, CHECK_QUEUE, checkJob } from '@/core/check';
import { JAIL_LIMITS } from '@/core/limits';
import type { Log } from '@/platform/log';
import { redisOptions } from '@/platform/redis/connect';
import { KEYS, PREFIX } from '@/platform/redis/keys';
import { troubleOf } from '@/platform/redis/trouble';
import { untilEnded } from './asy/streams';
import type { JailSlot } from './jail/jail';

/**
 * Syntax checks as one types (docs/queue.md, 17): `asy -parseonly` in jails of their own. They never take a backend, so
 * they need no permit; a check is short, and a queue of them is short too, because the newest of a client wins.
 */

export interface ChecksOptions {
  readonly redis: Redis;
  readonly redisUrl: string;
  /** Opened already. One check runs in each at a time. */
  readonly slots: readonly JailSlot[];
  readonly log: Log;
}

export class Checks {
  private readonly free: JailSlot[];
  private readonly bullWorker: BullWorker;

  constructor(private readonly options: ChecksOptions) {
    this.free = [...options.slots];
    this.bullWorker = new BullWorker(CHECK_QUEUE, (job) => this.serve(job), {
      connection: redisOptions(options.redisUrl) as ConnectionOptions,
      prefix: PREFIX,
      concurrency: options.slots.length,
    });
    // That Redis is away is said by the worker's own connection.
    this.bullWorker.on('error', (error) => {
      if (!troubleOf(error)) options.log.warn({ err: error }, 'the queue of syntax checks reported an error');
    });
  }

  async stop(): Promise<void> {
    await this.bullWorker.close(true);
  }

  private async serve(job: Job): Promise<{ output: string }> {
    const { main } = checkJob.parse(job.data);
    const files = await this.options.redis.hgetallBuffer(KEYS.taskFiles(job.id ?? ''));
    // Superseded in the meantime.
    if (!Object.hasOwn(files, main)) return { output: '' };
    const slot = this.free.pop();
    if (!slot) throw new Error('more checks than slots');
    try {
      return { output: await this.parse(slot, main, Object.entries(files)) };
    } finally {
      await slot.collect();
      this.free.push(slot);
    }
  }

  private async parse(slot: JailSlot, main: string, files: [string, Buffer][]): Promise<string> {
    const jail = await slot.run(
      {
        command: ['asy', '-noglobalread', '-parseonly', main],
        environment: {},
        cpuSeconds: CHECK_LIMITS.seconds,
        input: false,
        // On its output asy prints the tree it parsed; what is wrong goes to standard error.
        mergeErrors: false,
        niceness: JAIL_LIMITS.niceness,
      },
      files,
    );
    const deadline = setTimeout(() => jail.kill(), CHECK_LIMITS.seconds * 1000);
    const chunks: Buffer[] = [];
    let bytes = 0;
    jail.output.resume();
    jail.errors?.on('data', (chunk: Buffer) => {
      if (bytes < CHECK_LIMITS.maxOutputBytes) chunks.push(chunk);
      bytes += chunk.length;
      if (bytes > CHECK_LIMITS.maxOutputBytes) jail.kill();
    });
    await Promise.all([jail.exited, untilEnded(jail.output), jail.errors && untilEnded(jail.errors)]);
    clearTimeout(deadline);
    return Buffer.concat(chunks).toString('utf8').slice(0, CHECK_LIMITS.maxOutputBytes);
  }
}
