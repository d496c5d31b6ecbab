import type { Effect, ScheduleEvent } from '@/core/schedule/events';
import { className } from '@/core/schedule/taskClass';
import type { QueuedTask, StoredTask, TaskEnd } from '@/core/task';
import type { SchedulerMessage, ToldEstimate } from '@/core/messages';
import { Consumer } from '@/platform/redis/consumer';
import { KEYS } from '@/platform/redis/keys';
import { fromOwnStream, type StreamEntry } from '@/platform/redis/readers';
import type { QueueListener } from './classQueues';
import { Consistency } from './consistency';
import { DeferredEvents } from './deferredEvents';
import { estimatesByFront } from './estimatesByFront';
import { Estimator } from './estimator';
import { Execution } from './execution';
import { taskClassOf } from './recovery';
import type { Happening } from './applyControl';
import { readBatch } from './messageBatch';
import { PendingWork } from './pendingWork';
import type { SchedulerParts } from './schedulerParts';
import type { Watcher } from './watcher';

/**
 * The leading scheduler: hears of tasks and backends, asks the pure schedule what follows, and has that carried out.
 *
 * Events are applied one after the other, each at once; what follows from them is carried out meanwhile, for each task in
 * its order. A message stays on the stream until that is done; heard twice, it changes nothing the second time. How taken
 * tasks end, and that they are back, is heard from their queues.
 */

const BATCH = 200;

export class Scheduler implements QueueListener {
  /** Up to here the stream was written before this one led: what it tells of may be long done. */
  private replayedUntil = '0';
  private over = false;
  private isBusy = false;
  private readonly work = new PendingWork();
  private readonly deferred: DeferredEvents;
  private readonly estimator: Estimator;
  private readonly watcher: Watcher;
  private readonly execution: Execution;
  private readonly consistency = new Consistency();
  private readonly consumer: Consumer<StreamEntry[]>;

  constructor(private readonly parts: SchedulerParts) {
    const tell = (estimates: readonly ToldEstimate[]) => this.tellEstimates(estimates);
    this.estimator = new Estimator(parts.schedule, tell, () => this.isBusy);
    this.watcher = parts.watcher(() => this.estimator.accuracy);
    this.execution = new Execution(parts);
    this.deferred = new DeferredEvents(parts.schedule, (event) => this.happen(event));
    this.consumer = new Consumer({
      what: 'messages to the scheduler',
      redis: parts.blockingRedis,
      read: fromOwnStream(KEYS.incoming, BATCH),
      handle: (entries) => this.take(entries),
      onFailed: parts.onFailed,
      log: parts.log,
    });
  }

  /** Listens until `stop`. */
  async start(shells: readonly QueuedTask[]): Promise<void> {
    const [newest] = await this.parts.blockingRedis.xrevrange(KEYS.incoming, '+', '-', 'COUNT', 1);
    this.replayedUntil = newest?.[0] ?? '0';
    await this.happen({ kind: 'taken-over' });
    for (const shell of shells) await this.submitted(shell);
    this.consumer.start();
  }

  stop(): void {
    this.over = true;
    void this.consumer.stop();
    this.estimator.stop();
    void this.watcher.stop();
  }

  /** An entry is gone from the stream when it has been acted on, and not before. */
  private async take(entries: readonly StreamEntry[]): Promise<void> {
    const { heard, dropped } = readBatch(entries, this.replayedUntil);
    this.isBusy = true;
    try {
      for (const { message, isReplayed, isAwaited, fields } of heard) {
        if (this.over) return;
        if (message === undefined) this.parts.log.error({ entry: fields }, 'a message nobody knows is dropped');
        else if (isAwaited) await this.hear(message, isReplayed);
        else this.work.add(this.hear(message, isReplayed));
      }
      if (dropped.length > 0) await this.parts.store.dropFiles(...dropped);
      // It throws if something could not be carried out: the lead is given up, and what is believed is read anew.
      await this.work.settled();
    } finally {
      this.isBusy = false;
    }
  }

  /** For events that come from a clock, from the membership or from the queues rather than from the stream. */
  async happen(event: Happening): Promise<void> {
    if (this.over) return;
    const effects = this.parts.journal.apply({ ...event, nowMs: Date.now() } as ScheduleEvent);
    for (const effect of effects) this.note(effect);
    this.estimator.changed();
    this.watcher.touched();
    const work = this.execution.carryOutAll(effects);
    this.work.add(work);
    await work;
  }

  /** From a queue: a backend has ended a task. */
  ended(task: string, end: TaskEnd | undefined): void {
    if (this.over) return;
    this.watcher.heard(task, end ?? { outcome: 'server-error', runMs: 0 });
    this.execution.forget(task);
    this.deferred.forget(task);
    this.settle(this.happen({ kind: 'finished', task, cutShort: end?.outcome === 'time-limit' }));
  }

  /** From a queue: a task is back at its head. */
  returned(task: string, restarts: number): void {
    if (this.over) return;
    const { running, adrift } = this.parts.schedule;
    const run = running.get(task);
    const known = run?.task ?? adrift.get(task)?.task;
    const isLost = known !== undefined && restarts > known.restarts;
    // The schedule forgets the backend until it joins again; if its worker is well, it does with the next look.
    if (isLost && run) this.parts.membership.doubt(run.backend);
    if (known) this.settle(this.happen({ kind: 'returned', task, isLost }));
    else this.settle(this.execution.removeUnwanted(task));
  }

  private async hear(message: SchedulerMessage, isReplayed: boolean): Promise<void> {
    switch (message.type) {
      case 'submitted':
        if (!isReplayed || !(await this.isOver(message.task))) await this.submitted(message.task);
        return;
      case 'withdrawn':
        return this.deferred.take({ kind: 'withdrawn', task: message.task, cause: 'connection-closed' });
      case 'shortened':
        return this.deferred.take({ kind: 'shortened', task: message.task, durationSeconds: message.durationSeconds });
      case 'shell-active':
        return this.happen({ kind: 'shell-active', task: message.task });
      case 'started':
        return this.started(message);
      case 'permit-unused':
        return this.answered(message.permit, (permit) => ({
          kind: 'permit-unused',
          permit,
          wasEmpty: message.wasEmpty,
        }));
      case 'cancelled':
      case 'unreachable':
        return this.deferred.take({ kind: 'withdrawn', task: message.task, cause: 'cancelled' });
      case 'ended-by-admin':
        return this.endByAdmin(message.task);
      case 'asked':
        // Beside the rest: whoever asks has time.
        if (!isReplayed) this.settle(this.parts.answers.answer(message, (task) => this.endByAdmin(task)));
        return;
      case 'sent-back':
        return this.deferred.take({ kind: 'sent-back', task: message.task });
      case 'control':
        return this.parts.onControl();
      case 'worker-joined':
        return this.lookAround();
      case 'worker-left':
        await this.lookAround();
        return this.watcher.workerLeft(message.worker);
    }
  }

  private async started(message: Extract<SchedulerMessage, { type: 'started' }>): Promise<void> {
    const { task, permit: name, backend, grantedSeconds } = message;
    const told = this.answered(name, (permit) => ({ kind: 'started', task, permit, backend }));
    if (told) return told;
    this.parts.log.info({ task, backend }, 'a task was taken with a permit of an earlier leader');
    const permit = this.parts.schedule.nextPermit;
    this.parts.permits.adopt(name, permit);
    await this.happen({ kind: 'adopted', task, permit, backend, grantedSeconds });
  }

  /** A backend has said what it did with a permit. Undefined: it is none of this leader's. */
  private answered(name: string, event: (permit: number) => Happening): Promise<void> | undefined {
    const permit = this.parts.permits.numberOf(name);
    if (permit === undefined) return undefined;
    const backend = this.execution.acknowledge(permit);
    if (backend !== undefined) this.watcher.permitRead(backend);
    return Promise.all([this.happen(event(permit)), this.deferred.replay()]).then(() => undefined);
  }

  private async endByAdmin(task: string): Promise<void> {
    if (this.parts.schedule.waiting.has(task)) await this.execution.tellCancelled(task);
    await this.deferred.take({ kind: 'withdrawn', task, cause: 'cancelled' });
  }

  /** Who has come and who is gone, which permits lie unread, and whether the queues are as this one believes. */
  async lookAround(): Promise<void> {
    const { membership, queues, schedule } = this.parts;
    const { events, lost } = await membership.look();
    for (const { worker, host } of lost) this.watcher.workerLost(worker, host);
    if (lost.length > 0) this.settle(this.execution.release(schedule.running, lost));
    for (const event of events) await ('task' in event ? this.deferred.take(event) : this.happen(event));
    for (const { permit, backend } of await this.execution.takeBackUnread(Date.now())) {
      this.watcher.permitUnread(backend);
      await this.happen({ kind: 'permit-refused', permit });
    }
    await this.deferred.replay();
    const sights = await queues.look();
    await this.work.settled();
    const why = this.consistency.compare(schedule, sights);
    if (why !== undefined && !this.over) this.parts.onDrift(why);
  }

  private async isOver(task: StoredTask): Promise<boolean> {
    const { queues, store, options } = this.parts;
    const queue = className(taskClassOf(task, options.levels), options.levels);
    return (await queues.isOver(queue, task.id)) || (task.detached !== undefined && (await store.isEnded(task.id)));
  }

  private async submitted(task: StoredTask): Promise<void> {
    const { tasks, options } = this.parts;
    const { running, waiting, adrift } = this.parts.schedule;
    // Heard twice.
    if ([running, waiting, adrift].some((place) => place.has(task.id))) return;
    tasks.set(task.id, { task, queue: undefined });
    const { id, client, address, detached } = task;
    const { durationSeconds } = task.options;
    const how = { taskClass: taskClassOf(task, options.levels), owner: detached ? 'detached' : 'connection' } as const;
    await this.happen({ kind: 'submitted', submission: { id, durationSeconds, client, address, ...how } });
  }

  private note(effect: Effect): void {
    this.watcher.decided(effect);
    if (effect.kind === 'permit') this.estimator.left(effect.task, true);
    else if (effect.kind === 'deny' || effect.kind === 'end') this.estimator.left(effect.task, false);
  }

  private tellEstimates(estimates: readonly ToldEstimate[]): void {
    for (const { task, estimateSeconds } of estimates) this.watcher.estimated(task, estimateSeconds);
    const byFront = estimatesByFront(estimates, (task) => this.parts.tasks.get(task)?.task.front);
    // The next one replaces it, so nothing waits for it.
    for (const [front, of] of byFront) this.settle(this.parts.store.tellFront(front, { type: 'estimates', of }));
  }

  /** What fails here is made good by the next look, or by the next leader. */
  private settle(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      if (!this.over) this.parts.log.warn({ err: error }, 'something could not be told');
    });
  }
}
