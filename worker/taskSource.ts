import { ErrorCode, UnrecoverableError, Worker as BullWorker, type Job } from 'bullmq';
import type { Redis } from 'ioredis';
import { readDetachedEnd } from '@/core/detachedTask';
import { queuedTask, type QueuedTask, type TaskEnd } from '@/core/task';
import type { PermitMessage, SchedulerMessage } from '@/core/messages';
import type { Log } from '@/platform/log';
import { KEYS, PREFIX } from '@/platform/redis/keys';
import { troubleOf } from '@/platform/redis/trouble';
import { HOLD, holderToken } from '@/platform/redis/taskQueues';

/**
 * Where a worker takes its tasks from: the queue of the class that a permit names (docs/queue.md, 18). A taken task is
 * held by a lock that must be extended with every heartbeat; one that was not is somebody else's, and whoever held it
 * can neither end it nor give it back.
 */

export class TaskSource {
  private readonly queues = new Map<string, BullWorker<QueuedTask, TaskEnd>>();
  private readonly held = new Map<string, HeldTask>();

  constructor(
    private readonly redis: Redis,
    private readonly log: Log,
  ) {}

  /** Undefined: the queue is empty, or held something that is no task. */
  async take({ permit, queue, durationSeconds }: PermitMessage, backend: string): Promise<HeldTask | undefined> {
    const token = holderToken({ permit, backend, durationSeconds });
    const job = await this.queue(queue).getNextJob(token, { block: false });
    if (!job) return undefined;
    const task = queuedTask.safeParse(job.data).data;
    if (!task || job.deferredFailure) {
      this.log.error({ queue, task: job.id, why: job.deferredFailure }, 'a job is failed without being run');
      await job.moveToFailed(new UnrecoverableError('server-error'), token, false);
      return undefined;
    }
    const held = new HeldTask(task, queue, token, job, this.redis, () => this.held.delete(task.id));
    this.held.set(task.id, held);
    return held;
  }

  /** With every heartbeat. Those whose lock is gone hear of it. */
  async extendAll(): Promise<void> {
    for (const [name, queue] of this.queues) {
      const own = [...this.held.values()].filter((held) => held.queue === name);
      if (own.length === 0) continue;
      const ids = own.map(({ task }) => task.id);
      const tokens = own.map(({ token }) => token);
      for (const lost of await queue.extendJobLocks(ids, tokens, HOLD.lockDuration)) {
        this.log.warn({ task: lost }, 'a task is not held any more');
        this.held.get(lost)?.lose();
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.queues.values()].map((queue) => queue.close(true)));
  }

  private queue(name: string): BullWorker<QueuedTask, TaskEnd> {
    const known = this.queues.get(name);
    if (known) return known;
    const queue = new BullWorker<QueuedTask, TaskEnd>(name, null, {
      connection: this.redis,
      prefix: PREFIX,
      autorun: false,
      ...HOLD,
    });
    // Its connections come back by themselves; that Redis is away is said by the worker's own.
    queue.on('error', (error) => {
      if (!troubleOf(error)) this.log.warn({ err: error, queue: name }, 'a queue reported an error');
    });
    this.queues.set(name, queue);
    return queue;
  }
}

export class HeldTask {
  readonly takenAtMs = Date.now();
  /** Told when somebody else may have the task. */
  onLost: (() => void) | undefined;

  constructor(
    readonly task: QueuedTask,
    readonly queue: string,
    readonly token: string,
    private readonly job: Job<QueuedTask, TaskEnd>,
    private readonly redis: Redis,
    private readonly onOver: () => void,
  ) {}

  /**
   * Tells the scheduler which task it is, and reads its files. Of a detached task that had ended when its last worker
   * died, how it ended.
   */
  async begin(started: SchedulerMessage): Promise<{ files: Map<string, Uint8Array>; endedAs: string | undefined }> {
    const { id } = this.task;
    const pipeline = this.redis.pipeline().xadd(KEYS.incoming, '*', 'message', JSON.stringify(started));
    const answers = (await pipeline.hgetallBuffer(KEYS.taskFiles(id)).get(KEYS.detachedEnd(id)).exec()) ?? [];
    for (const [error] of answers) if (error) throw error;
    const stored = (answers[1]?.[1] ?? {}) as Record<string, Buffer>;
    const files = new Map<string, Uint8Array>(Object.entries(stored).filter(([name]) => name !== ''));
    const end = answers[2]?.[1];
    return { files, endedAs: typeof end === 'string' ? readDetachedEnd(end)?.outcome.kind : undefined };
  }

  /** False: it was somebody else's already. */
  async end(end: TaskEnd): Promise<boolean> {
    return this.release(async () => {
      await this.job.moveToCompleted(end, this.token, false);
      await this.redis.del(KEYS.taskFiles(this.task.id));
    });
  }

  /** It could not be run, by no fault of its own. */
  async fail(): Promise<boolean> {
    return this.release(async () => {
      await this.job.moveToFailed(new UnrecoverableError('server-error'), this.token, false);
      await this.redis.del(KEYS.taskFiles(this.task.id));
    });
  }

  /** Back to the head of its queue. */
  async giveBack(hasGivenWay: boolean): Promise<boolean> {
    return this.release(async () => {
      if (hasGivenWay) await this.job.updateData({ ...this.task, halts: this.task.halts + 1 });
      await this.job.moveToWait(this.token);
    });
  }

  lose(): void {
    this.onOver();
    this.onLost?.();
  }

  private async release(act: () => Promise<void>): Promise<boolean> {
    try {
      await act();
      return true;
    } catch (error) {
      if (isLost(error)) return false;
      throw error;
    } finally {
      this.onOver();
    }
  }
}

/** The lock is another's or has run out, or the job is gone. */
const LOST: ReadonlySet<unknown> = new Set([
  ErrorCode.JobNotExist,
  ErrorCode.JobLockNotExist,
  ErrorCode.JobNotInState,
  ErrorCode.JobLockMismatch,
]);

function isLost(error: unknown): boolean {
  return error instanceof Error && 'code' in error && LOST.has(error.code);
}
