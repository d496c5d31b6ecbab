import { QueueEvents, Worker as BullWorker, type ConnectionOptions, type Job, type Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { queuedTask, taskEnd, type QueuedTask, type TaskEnd } from '@/core/task';
import type { Log } from '@/platform/log';
import { redisOptions } from '@/platform/redis/connect';
import { PREFIX } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { HOLD, LANE_QUEUE, lockKey, openQueue, readHolder, type Holder } from '@/platform/redis/taskQueues';

/**
 * The queues as the leading scheduler uses them: it adds and removes what waits, hears what becomes of what was taken,
 * and has BullMQ put back what nobody holds any more. Taking and ending is the backends' part.
 */

export interface QueueListener {
  /** Undefined: it failed on our side, and its backend could say no more. */
  readonly ended: (task: string, end: TaskEnd | undefined) => void;
  /** It stands at the head of its queue again; `restarts` counts how often nobody held it any more. */
  readonly returned: (task: string, restarts: number) => void;
}

export interface WaitingTask {
  readonly queue: string;
  readonly task: QueuedTask;
  readonly restarts: number;
}

export interface ActiveTask extends WaitingTask {
  readonly startedAtMs: number;
  /** Undefined if its lock has just run out: it comes back soon. */
  readonly holder: Holder | undefined;
}

/** What a look finds, to be compared with what the scheduler believes. */
export interface QueueSight {
  readonly queue: string;
  readonly waiting: number;
  readonly active: readonly string[];
}

const release = loadScript('release');

/** Tasks read in one go: Redis does nothing else meanwhile. */
const AT_ONCE = 500;

export class ClassQueues {
  private readonly queues: ReadonlyMap<string, Queue<QueuedTask>>;
  private readonly checkers: BullWorker[] = [];
  private readonly events: QueueEvents[] = [];
  private closed = false;

  constructor(
    private readonly redisUrl: string,
    /** Shared: what is asked of several queues is done in that order. */
    private readonly redis: Redis,
    private readonly classNames: readonly string[],
    private readonly log: Log,
  ) {
    this.queues = new Map([...classNames, LANE_QUEUE].map((name) => [name, openQueue(name, redis)]));
    for (const queue of this.queues.values()) queue.on('error', ignoreAbsence);
  }

  /** With an id that is in the queue already, or was lately, nothing happens. */
  async add(name: string, task: QueuedTask): Promise<void> {
    await this.queue(name).add(task.kind, task, { jobId: task.id });
  }

  /** False if it could not be: somebody holds it. */
  async remove(name: string, task: string): Promise<boolean> {
    return (await this.queue(name).remove(task)) === 1;
  }

  /** Its backend is lost: the lock need not run out before the task comes back. A backend that lives after all is refused. */
  async release(name: string, task: string, backend: string): Promise<void> {
    const lock = lockKey(name, task);
    const token = await this.redis.get(lock);
    if (token !== null && readHolder(token)?.backend === backend) await release.run(this.redis, [lock], [token]);
  }

  async isOver(name: string, task: string): Promise<boolean> {
    const state = await this.queue(name).getJobState(task);
    return state === 'completed' || state === 'failed';
  }

  /** In the order of their queue. */
  async *waiting(name: string): AsyncIterable<WaitingTask> {
    for (let from = 0; ; from += AT_ONCE) {
      const jobs = await this.queue(name).getJobs(['waiting'], from, from + AT_ONCE - 1, true);
      for (const job of jobs) {
        const task = this.read(name, job);
        if (task) yield { queue: name, task, restarts: job.stalledCounter };
      }
      if (jobs.length < AT_ONCE) return;
    }
  }

  async active(name: string): Promise<ActiveTask[]> {
    const jobs = await this.queue(name).getJobs(['active']);
    const found = await Promise.all(
      jobs.map(async (job) => {
        const task = this.read(name, job);
        const token = await this.redis.get(lockKey(name, job.id ?? ''));
        const startedAtMs = job.processedOn ?? Date.now();
        const holder = token === null ? undefined : readHolder(token);
        return task && { queue: name, task, restarts: job.stalledCounter, startedAtMs, holder };
      }),
    );
    return found.filter((task) => task !== undefined);
  }

  async look(): Promise<QueueSight[]> {
    const pipeline = this.redis.pipeline();
    for (const name of this.classNames)
      pipeline.llen(this.queue(name).toKey('wait')).lrange(this.queue(name).toKey('active'), 0, -1);
    const answers = (await pipeline.exec()) ?? [];
    return this.classNames.map((queue, i) => ({
      queue,
      waiting: Number(answers[2 * i]?.[1] ?? 0),
      active: (answers[2 * i + 1]?.[1] ?? []) as string[],
    }));
  }

  /** Where the events of each queue end by now: what is read of the queues after this is at least as new. */
  async position(): Promise<string[]> {
    return Promise.all(
      this.classNames.map(async (name) => {
        const [newest] = await this.redis.xrevrange(this.queue(name).toKey('events'), '+', '-', 'COUNT', 1);
        return newest?.[0] ?? '0-0';
      }),
    );
  }

  async listen(from: readonly string[], listener: QueueListener): Promise<void> {
    for (const [i, name] of this.classNames.entries()) {
      const connection = redisOptions(this.redisUrl) as ConnectionOptions;
      const events = new QueueEvents(name, { connection, prefix: PREFIX, lastEventId: from[i] ?? '0-0' });
      events.on('error', ignoreAbsence);
      events.on('completed', ({ jobId, returnvalue }) => listener.ended(jobId, taskEnd.safeParse(returnvalue).data));
      events.on('failed', ({ jobId }) => listener.ended(jobId, undefined));
      events.on('waiting', ({ jobId, prev }) => {
        if (prev === 'active') void this.tellReturn(name, jobId, listener);
      });
      this.events.push(events);
      const checker = new BullWorker(name, null, { connection: this.redis, prefix: PREFIX, autorun: false, ...HOLD });
      checker.on('error', ignoreAbsence);
      this.checkers.push(checker);
      await checker.startStalledCheckTimer();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    const parts = [...this.queues.values(), ...this.events];
    await Promise.all([...parts.map((part) => part.close()), ...this.checkers.map((checker) => checker.close(true))]);
  }

  private async tellReturn(name: string, task: string, listener: QueueListener): Promise<void> {
    try {
      const job = await this.queue(name).getJob(task);
      if (job && !this.closed) listener.returned(task, job.stalledCounter);
    } catch (error) {
      if (!this.closed) this.log.error({ err: error, task }, 'a task that came back could not be read');
    }
  }

  private read(queue: string, job: Job | undefined): QueuedTask | undefined {
    const task = queuedTask.safeParse(job?.data);
    if (!task.success) this.log.error({ queue, task: job?.id }, 'a job that is no task is left alone');
    return task.data;
  }

  private queue(name: string): Queue<QueuedTask> {
    const queue = this.queues.get(name);
    if (queue === undefined) throw new RangeError(`no queue ${name}`);
    return queue;
  }
}

/** BullMQ's connections come back by themselves, and the scheduler's own says when Redis is away. */
function ignoreAbsence(): void {}
