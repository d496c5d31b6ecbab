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
 *
 * The lines follow the scheduler: it does not wait for them, only for the tasks' own records, from which a new leader
 * fills the lines anew. What it asked for is done in that order; only adding at the tail need not wait for anything.
 */

interface Line {
  readonly queue: Queue;
  readonly hand: BullWorker;
  readonly held: Map<string, Job>;
}

/** Tasks that can be put back at once: those that ran. */
const MAX_PASSED = 256;

/** Things asked for and not done yet, beyond which the scheduler waits for the lines. */
const MAX_BEHIND = 500;

/** Longer than any task: a lock of BullMQ never decides here. */
const LOCK_MILLISECONDS = 24 * 3600 * 1000;

export class Lines {
  private readonly lines = new Map<TaskClass, Line>();
  private readonly classes = new Map<string, TaskClass>();
  private readonly token: string;
  /** Ends when everything that was asked for so far is done. */
  private tail: Promise<unknown> = Promise.resolve();
  private behind = 0;
  private isOver = false;

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

  add(taskClass: TaskClass, task: string, number: number): void {
    this.classes.set(task, taskClass);
    const added = this.attempt(async () => this.lines.get(taskClass)?.queue.add('task', { number }, { jobId: task }));
    this.tail = Promise.all([this.tail, added]);
  }

  take(taskClass: TaskClass, task: string): void {
    this.later(() => this.takeNow(taskClass, task));
  }

  /** Back to the head, or (taken by an earlier leader) added anew there. */
  putBack(taskClass: TaskClass, task: string, number: number): void {
    this.later(() => this.putBackNow(taskClass, task, number));
  }

  /** The task is over: done if it was running, removed if it still waited. A task that no line knows had none. */
  finish(task: string, outcome: string): void {
    this.later(() => this.finishNow(task, outcome));
  }

  /** Resolves at once unless the lines are far behind: then when they have caught up. */
  async room(): Promise<void> {
    if (this.behind > MAX_BEHIND) await this.tail;
  }

  /** Another leads: nothing that is still to be done may be done. */
  end(): void {
    this.isOver = true;
  }

  /**
   * Takes the task that the schedule chose: the head of its line, or, when several were put back to the head, one close
   * to it, since the last to come back stands first. One that is not found there is drift, and a bug.
   */
  private async takeNow(taskClass: TaskClass, task: string): Promise<void> {
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

  private async putBackNow(taskClass: TaskClass, task: string, number: number): Promise<void> {
    const line = this.lines.get(taskClass);
    const job = line?.held.get(task);
    line?.held.delete(task);
    if (job) await job.moveToWait(this.token);
    else await line?.queue.add('task', { number }, { jobId: task, lifo: true });
  }

  private async finishNow(task: string, outcome: string): Promise<void> {
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

  private later(act: () => Promise<unknown>): void {
    const before = this.tail;
    this.tail = this.attempt(() => before.then(() => (this.isOver ? undefined : act())));
  }

  private async attempt(act: () => Promise<unknown>): Promise<void> {
    this.behind += 1;
    try {
      if (!this.isOver) await act();
    } catch (error) {
      // A leader that takes over fills the lines anew; for this one the records count.
      if (!this.isOver)
        this.log.error({ err: error instanceof Error ? error.message : error }, 'a line is not as it was meant to be');
    } finally {
      this.behind -= 1;
    }
  }

  async close(): Promise<void> {
    this.end();
    await Promise.all([...this.lines.values()].flatMap(({ queue, hand }) => [queue.close(), hand.close(true)]));
  }
}
