import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import { ChurnMap } from '@/core/churnMap';
import { failure } from '@/core/errors';
import { STREAM_LIMITS } from '@/core/limits';
import type { TaskEvent } from '@/core/taskEvent';
import type { Submission } from '@/core/submission/submission';
import type { FromBackend, FromFront, Timings } from '@/core/wire/wire';
import { splitFiles } from '@/core/wire/sentFiles';
import type { FrontMessage, SchedulerMessage } from '@/core/messages';
import type { Log } from '@/platform/log';
import { KEYS } from '@/platform/redis/keys';
import { troubleOf, unavailableOf } from '@/platform/redis/trouble';
import { Audit } from './audit';
import { BackendLink, type Trust } from './backendLink';
import { submitTask } from './submitTask';
import { FrontLease } from './frontLease';
import { Inbox } from './inbox';
import { sendFiles, withTransfer, type PendingTask } from './pendingTask';
import { Pace } from '../pace';
import type { TaskHandle, Tasks, Who } from './tasks';

/**
 * The front's way into the queue: hands a submission in, and brings back what becomes of it.
 *
 * A task lives here from `submit` until `ended`, `denied` or `abort`. While it waits, messages come through this front's
 * list in Redis; once a backend has it, everything comes over the backend's one-time address. If that connection breaks
 * before `ended`, the scheduler's message decides: the task waits again, or is lost.
 */

interface TaskClientOptions {
  readonly front: string;
  /** Where it runs (frontLease.ts). */
  readonly place: string;
  /** What it is told while Redis is away is done when it is back: nothing that was said about a task is lost. */
  readonly redis: Redis;
  /** Hands tasks in, or fails at once. */
  readonly requests: Redis;
  readonly blockingRedis: Redis;
  readonly trust: Trust;
  /** Told of every task that ended, and how. */
  readonly onEnd: (how: string, seconds: number) => void;
  /** Told of every task that a backend ended, where its time went. */
  readonly onTimings: (timings: Timings) => void;
  readonly log: Log;
}

const ACTIVE_MS = 1000;

export class TaskClient implements Tasks {
  private readonly pending = new ChurnMap<PendingTask>();
  private readonly audit: Audit;
  private readonly inbox: Inbox;
  private readonly lease: FrontLease;
  private readonly pace = new Pace({
    perSecond: STREAM_LIMITS.resultBytesPerSecond,
    burst: STREAM_LIMITS.resultBurstBytes,
  });

  constructor(private readonly options: TaskClientOptions) {
    this.audit = new Audit(this.pending, options.redis, (id) => this.endUnheard(id));
    this.inbox = new Inbox(options, (message) => this.hear(message));
    this.lease = new FrontLease({ ...options, onBeat: () => this.audit.look() });
  }

  async start(): Promise<void> {
    await this.lease.start();
    this.inbox.listen();
  }

  async stop(): Promise<void> {
    for (const id of this.pending.keys()) this.abort(id);
    await this.inbox.stop();
    await this.lease.stop();
  }

  submit(submission: Submission, who: Who, onEvent: (event: TaskEvent) => void): TaskHandle {
    const id = randomUUID();
    this.pending.set(id, {
      address: who.address,
      onEvent,
      sentFiles: splitFiles(submission).sent,
      submittedAt: performance.now(),
      activeAt: Number.NEGATIVE_INFINITY,
      missed: 0,
      link: undefined,
      wasReached: false,
      shortenTo: undefined,
    });
    this.hand(id, submission, who).catch((error: unknown) => {
      const unavailable = unavailableOf(error);
      if (!unavailable) this.options.log.error({ task: id, err: error }, 'a task could not be stored');
      // It may be stored all the same: then it must not run.
      this.tell({ type: 'withdrawn', task: id });
      this.finish(id, { type: 'denied', failure: unavailable ?? failure('server', 'Server error') });
    });
    return {
      id,
      shorten: (durationSeconds) => this.shorten(id, durationSeconds),
      input: (bytes) => this.input(id, bytes),
      interrupt: () => this.send(id, { type: 'interrupt' }),
      pause: () => this.pending.get(id)?.link?.pause(),
      resume: () => this.pending.get(id)?.link?.resume(),
      abort: () => this.abort(id),
    };
  }

  private async hand(id: string, submission: Submission, who: Who): Promise<void> {
    const { requests, front } = this.options;
    await submitTask(requests, front, { id, submission, who });
    // Aborted while it was being written: the scheduler must hear of it after the submission.
    if (!this.pending.has(id)) this.tell({ type: 'withdrawn', task: id });
  }

  private hear(message: FrontMessage): void {
    if (message.type === 'estimates') {
      for (const { task, ...estimate } of message.of) this.pending.get(task)?.onEvent({ type: 'queue', ...estimate });
      return;
    }
    const task = this.pending.get(message.task);
    if (!task) return this.hearOfEnded(message);
    switch (message.type) {
      case 'address':
        return this.connect(message.task, task, message.url);
      case 'requeued':
        task.link?.terminate();
        task.link = undefined;
        task.wasReached = false;
        return task.onEvent({ type: 'requeued' });
      case 'denied':
        return this.finish(message.task, {
          type: 'denied',
          failure: failure(message.code, message.message, message.retryAfterSeconds),
        });
      case 'warned':
        return task.onEvent({ type: 'warned', reason: message.reason });
      case 'lost':
        return this.finish(message.task, { type: 'ended', outcome: { kind: 'server-error' } });
    }
  }

  /** Its backend told us of the end and died before it could tell the scheduler: nobody wants a second run. */
  private hearOfEnded(message: Exclude<FrontMessage, { type: 'estimates' }>): void {
    if (message.type === 'requeued' || message.type === 'address') this.tell({ type: 'withdrawn', task: message.task });
  }

  private connect(id: string, task: PendingTask, url: string): void {
    const { trust, log } = this.options;
    // A backend had it before and gave it back.
    if (task.wasReached) task.onEvent({ type: 'requeued' });
    task.wasReached = true;
    const isCurrent = () => this.pending.get(id) === task && task.link === link;
    const link = new BackendLink(url, trust, {
      opened: () => {
        if (task.sentFiles.size > 0) sendFiles(link, task.sentFiles);
        if (task.shortenTo !== undefined) link.send({ type: 'shorten', durationSeconds: task.shortenTo });
      },
      message: (message) => {
        if (isCurrent()) this.passOn(id, task, message);
      },
      pause: (bytes) => this.pace.take(task.address, bytes),
      nonsense: () => {
        log.error({ task: id }, 'a backend said something unknown');
        if (isCurrent()) this.fail(id);
      },
      unreachable: () => {
        if (!isCurrent()) return;
        log.error({ task: id, url }, 'the backend could not be reached');
        this.tell({ type: 'unreachable', task: id });
        this.fail(id);
      },
      // Without `ended` its worker died: the scheduler's message decides, and the audit looks after that.
      closed: () => {
        if (task.link === link) task.link = undefined;
      },
    });
    task.link = link;
  }

  private passOn(id: string, task: PendingTask, message: FromBackend): void {
    const told = withTransfer(message, performance.now() - task.submittedAt);
    if (told.type !== 'ended') return task.onEvent(told);
    this.options.onTimings(told.timings);
    this.finish(id, told);
  }

  private shorten(id: string, durationSeconds: number): void {
    const task = this.pending.get(id);
    if (!task) return;
    task.shortenTo = durationSeconds;
    this.tell({ type: 'shortened', task: id, durationSeconds });
    this.send(id, { type: 'shorten', durationSeconds });
  }

  private input(id: string, bytes: Uint8Array): void {
    const task = this.pending.get(id);
    if (!task) return;
    this.send(id, { type: 'input', bytes });
    const now = performance.now();
    if (now - task.activeAt < ACTIVE_MS) return;
    task.activeAt = now;
    this.tell({ type: 'shell-active', task: id });
  }

  private abort(id: string): void {
    const task = this.pending.get(id);
    this.pending.delete(id);
    if (!task) return;
    task.link?.terminate();
    this.count(task, 'aborted');
    this.tell({ type: 'withdrawn', task: id });
  }

  private count(task: PendingTask, how: string): void {
    this.options.onEnd(how, (performance.now() - task.submittedAt) / 1000);
  }

  private endUnheard(id: string): void {
    this.options.log.error({ task: id }, 'a task has ended without a message');
    this.fail(id);
  }

  private fail(id: string): void {
    this.finish(id, { type: 'ended', outcome: { kind: 'server-error' } });
  }

  private finish(id: string, last: TaskEvent): void {
    const task = this.pending.get(id);
    if (!task) return;
    this.pending.delete(id);
    task.link?.terminate();
    this.count(task, last.type === 'ended' ? last.outcome.kind : last.type);
    task.onEvent(last);
  }

  private send(id: string, message: FromFront): void {
    this.pending.get(id)?.link?.send(message);
  }

  private tell(message: SchedulerMessage): void {
    const { redis, log } = this.options;
    redis.xadd(KEYS.incoming, '*', 'message', JSON.stringify(message)).catch((error: unknown) => {
      if (!troubleOf(error)) log.error({ err: error, message: message.type }, 'the scheduler could not be told');
    });
  }
}
