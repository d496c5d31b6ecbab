import { Queue, Worker as BullWorker, type ConnectionOptions, type Job } from 'bullmq';
import { className, lineClasses, type TaskClass } from '@/core/schedule/taskClass';
import type { Level } from '@/core/schedule/levels';
import { RETENTION } from '@/core/limits';
import { redisOptions } from '@/platform/redis/connect';
import { PREFIX } from '@/platform/redis/keys';
import type { Log } from '@/platform/log';

/**
 * The lines as BullMQ queues, one a class (docs/queue.md, 10). The scheduler alone fills and reads them: it adds at the
 * tail, takes the head for a permit, puts back to the head, removes. A job carries only its task's number; files and
 * options never pass through a queue.
 *
 * Jobs are held by hand: no lock runs out and no stalled check runs, because the scheduler itself watches the backends.
 */

interface Line {
  readonly queue: Queue;
  readonly hand: BullWorker;
  readonly held: Map<string, Job>;
}

/** Tasks that can be put back at once: those that ran. */
const MAX_PASSED = 256;

/** Longer than any task: a lock of BullMQ never decides here. */
const LOCK_MILLISECONDS = 24 * 3600 * 1000;

export class Lines {
  private readonly lines = new Map<TaskClass, Line>();
  private readonly classes = new Map<string, TaskClass>();
  private readonly token: string;

  constructor(
    redisUrl: string,
    private readonly levels: readonly Level[],
    epoch: number,
    private readonly log: Log,
  ) {
    this.token = `epoch-${epoch}`;
    for (const taskClass of lineClasses(levels)) {
      const name = className(taskClass, levels);
      const connection = redisOptions(redisUrl) as ConnectionOptions;
      const queue = new Queue(name, {
        connection,
        prefix: PREFIX,
        defaultJobOptions: { removeOnComplete: { count: RETENTION.finishedTasksListed } },
      });
      const hand = new BullWorker(name, null, {
        connection,
        prefix: PREFIX,
        autorun: false,
        lockDuration: LOCK_MILLISECONDS,
        skipStalledCheck: true,
      });
      // Their connections come back by themselves; the scheduler's own says when Redis is away.
      queue.on('error', () => undefined);
      hand.on('error', () => undefined);
      this.lines.set(taskClass, { queue, hand, held: new Map() });
    }
  }

  async add(taskClass: TaskClass, task: string, number: number): Promise<void> {
    this.classes.set(task, taskClass);
    await this.lines.get(taskClass)?.queue.add('task', { number }, { jobId: task });
  }

  /**
   * Takes the task that the schedule chose: the head of its line, or, when several were put back to the head, one close
   * to it, since the last to come back stands first. One that is not found there is drift, and a bug.
   */
  async take(taskClass: TaskClass, task: string): Promise<void> {
    const line = this.lines.get(taskClass);
    if (!line) return;
    const passed: Job[] = [];
    let job = await line.hand.getNextJob(this.token, { block: false });
    while (job && job.id !== task && passed.length < MAX_PASSED) {
      passed.push(job);
      job = await line.hand.getNextJob(this.token, { block: false });
    }
    if (job && job.id !== task) passed.push(job);
    for (const other of passed.reverse()) await other.moveToWait(this.token);
    if (job?.id === task) {
      line.held.set(task, job);
      return;
    }
    this.log.error(
      { task, class: className(taskClass, this.levels) },
      'bug: the task the schedule chose is not in its line',
    );
    await line.queue.remove(task);
  }

  /** Back to the head, or (taken by an earlier leader) added anew there. */
  async putBack(taskClass: TaskClass, task: string, number: number): Promise<void> {
    const line = this.lines.get(taskClass);
    const job = line?.held.get(task);
    line?.held.delete(task);
    if (job) await job.moveToWait(this.token);
    else await line?.queue.add('task', { number }, { jobId: task, lifo: true });
  }

  /** The task is over: done if it was running, removed if it still waited. A task that no line knows had none. */
  async finish(task: string, outcome: string): Promise<void> {
    const taskClass = this.classes.get(task);
    const line = taskClass === undefined ? undefined : this.lines.get(taskClass);
    this.classes.delete(task);
    const job = line?.held.get(task);
    line?.held.delete(task);
    if (job) await job.moveToCompleted({ outcome }, this.token, false);
    else await line?.queue.remove(task);
  }

  /**
   * Makes the queues agree with what a new leader rebuilt: everything an earlier one held or left is cleared, then
   * every waiting task stands in its line again, in the order of the numbers.
   */
  async reset(waiting: readonly { taskClass: TaskClass; task: string; number: number }[]): Promise<void> {
    for (const { queue } of this.lines.values()) await queue.obliterate({ force: true });
    for (const { task, taskClass } of waiting) this.classes.set(task, taskClass);
    const inOrder = [...waiting].sort((a, b) => a.number - b.number);
    for (const [taskClass, { queue }] of this.lines) {
      const own = inOrder.filter((one) => one.taskClass === taskClass);
      await queue.addBulk(own.map(({ task, number }) => ({ name: 'task', data: { number }, opts: { jobId: task } })));
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.lines.values()].flatMap(({ queue, hand }) => [queue.close(), hand.close(true)]));
  }
}
