import type { Redis } from 'ioredis';
import { apply } from '@/core/schedule/apply';
import type { CalibrationSummary } from '@/core/schedule/calibration';
import { findDrift } from '@/core/schedule/drift';
import type { Effect, ScheduleEvent } from '@/core/schedule/events';
import type { Schedule } from '@/core/schedule/schedule';
import { classOf, type TaskClass } from '@/core/schedule/taskClass';
import { readWord, schedulerWord, type SchedulerWord, type ToldEstimate } from '@/core/words';
import { KEYS } from '@/platform/redis/keys';
import { Estimator } from './estimator';
import { Execution, type ExecutionParts } from './execution';
import { Deposed, type StoredTask } from './store';
import type { Watcher } from './watcher';

/**
 * The leading scheduler: hears words, asks the pure schedule what follows, and carries that out.
 *
 * One thing at a time: an event is applied and all its effects are carried out, in their order, before the next is
 * looked at (the lines may be a moment behind). A word stays on the stream until then; heard twice, it changes nothing
 * the second time.
 */

export interface SchedulerParts extends ExecutionParts {
  readonly schedule: Schedule;
  readonly ear: Redis;
  readonly watcher: (accuracy: () => CalibrationSummary | undefined) => Watcher;
  /** What administrators have set has changed. */
  readonly onControl: () => Promise<void>;
}

type Happening = ScheduleEvent extends infer Event ? (Event extends unknown ? Omit<Event, 'nowMs'> : never) : never;

const LISTEN_MILLISECONDS = 2000;
const BATCH = 200;

export class Scheduler {
  private lastHeard = '0';
  private over = false;
  private isBusy = false;
  private chain: Promise<void> = Promise.resolve();
  private readonly estimator: Estimator;
  private readonly watcher: Watcher;
  private readonly execution: Execution;

  constructor(private readonly parts: SchedulerParts) {
    this.estimator = new Estimator(
      parts.schedule,
      (estimates) => this.tellEstimates(estimates),
      () => this.isBusy,
    );
    this.watcher = parts.watcher(() => this.estimator.accuracy);
    this.execution = new Execution(parts, (refused) => {
      this.happen({ kind: 'permit-refused', ...refused }).catch(() => undefined);
    });
  }

  /** Runs until `end`, or until it learns that another scheduler leads (then it rejects with Deposed). */
  async run(): Promise<void> {
    await this.happen({ kind: 'taken-over' });
    while (!this.over) {
      const heard = await this.parts.ear.xread(
        'COUNT',
        BATCH,
        'BLOCK',
        LISTEN_MILLISECONDS,
        'STREAMS',
        KEYS.incoming,
        this.lastHeard,
      );
      const entries = (heard?.[0]?.[1] ?? []).map(([id, fields]) => {
        const word = readWord(schedulerWord, fields[1] ?? '');
        // Of many that come at once, all are read at once.
        const stored = word?.type === 'submitted' ? this.parts.store.read(word.task) : undefined;
        stored?.catch(() => undefined);
        return { id, word, stored, fields };
      });
      for (const { id, word, stored, fields } of entries) {
        if (this.over) return;
        this.isBusy = true;
        if (word) await this.hear(word, stored);
        else this.parts.log.error({ entry: fields }, 'a word nobody knows is dropped');
        this.lastHeard = id;
        this.isBusy = false;
      }
      if (entries.length > 0) await this.parts.ear.xdel(KEYS.incoming, ...entries.map(({ id }) => id));
      await this.chain;
    }
  }

  end(): void {
    this.over = true;
    this.parts.lines.end();
    this.estimator.end();
    this.watcher.end();
    this.execution.end();
  }

  /** For events that come from a clock or from the census rather than from the stream. Ordered with all others. */
  happen(event: Happening): Promise<void> {
    const next = this.chain.then(async () => {
      if (this.over) return;
      const effects = apply(this.parts.schedule, { ...event, nowMs: Date.now() } as ScheduleEvent);
      // One connection carries them all, so they are done in this order without a wait between them.
      await Promise.all(effects.map((effect) => this.carryOut(effect)));
      await this.parts.lines.room();
      this.estimator.changed();
      this.watcher.touched();
    });
    this.chain = next.catch((error: unknown) => {
      if (!(error instanceof Deposed)) this.parts.log.error({ err: error }, 'an effect could not be carried out');
      else this.end();
    });
    return next;
  }

  private async hear(word: SchedulerWord, stored: Promise<StoredTask | undefined> | undefined): Promise<void> {
    switch (word.type) {
      case 'submitted':
        return this.submitted(word.task, await stored);
      case 'withdrawn':
        return this.happen({ kind: 'withdrawn', task: word.task, cause: 'connection-closed' });
      case 'shortened':
        return this.happen({ kind: 'shortened', task: word.task, durationSeconds: word.durationSeconds });
      case 'shell-active':
        return this.happen({ kind: 'shell-active', task: word.task });
      case 'started':
        return this.execution.acknowledge(word.task);
      case 'finished':
        this.execution.acknowledge(word.task);
        this.watcher.heard(word);
        return this.happen({
          kind: 'finished',
          task: word.task,
          permit: word.permit,
          cutShort: word.outcome === 'time-limit',
        });
      case 'cancelled':
      case 'unreachable':
        return this.happen({ kind: 'withdrawn', task: word.task, cause: 'cancelled' });
      case 'ended-by-admin':
        return this.endByAdmin(word.task);
      case 'sent-back':
        return this.happen({ kind: 'sent-back', task: word.task });
      case 'control':
        return this.parts.onControl();
      case 'worker-joined':
        return this.lookAround();
      case 'worker-left':
        await this.lookAround();
        return this.watcher.workerLeft(word.worker);
    }
  }

  /** A waiting one is told here; of a running one its backend tells that it was halted. */
  private async endByAdmin(task: string): Promise<void> {
    const front = this.parts.owners.get(task)?.front;
    if (front !== undefined && this.parts.schedule.waiting.has(task)) {
      const message = 'An administrator has cancelled this task.';
      this.parts.store.tellFront(front, { type: 'denied', task, code: 'cancelled', message });
    }
    await this.happen({ kind: 'withdrawn', task, cause: 'cancelled' });
  }

  /** A permit that an earlier leader has given and that was not taken yet. */
  expectAcknowledgement(task: string, permit: number, backend: string): void {
    this.execution.expectAcknowledgement(task, permit, backend);
  }

  /** Who has come and who is gone; and whether all is counted right. */
  async lookAround(): Promise<void> {
    this.checkCounts();
    const { events, lost } = await this.parts.census.look();
    for (const { worker, host } of lost) this.watcher.workerLost(worker, host);
    for (const event of events) await this.happen(event);
  }

  /** Where not, the lead is given up and taken anew, with a schedule from the records. */
  private checkCounts(): void {
    const drift = findDrift(this.parts.schedule);
    if (drift.length === 0) return;
    this.parts.log.error({ drift }, 'bug: the schedule has drifted; it is built anew');
    throw new Error('the schedule has drifted');
  }

  private async submitted(id: string, stored: StoredTask | undefined): Promise<void> {
    // Withdrawn in the meantime, or heard twice.
    if (!stored || this.parts.owners.has(id)) return;
    const { task } = stored;
    this.parts.owners.set(id, task);
    const { durationSeconds } = task.options;
    const taskClass: TaskClass =
      task.kind === 'shell'
        ? 'interactive'
        : task.record
          ? 'batch'
          : classOf(durationSeconds, this.parts.options.levels);
    const owner = task.record ? 'record' : 'connection';
    await this.happen({
      kind: 'submitted',
      submission: { id, taskClass, durationSeconds, client: task.client, address: task.address, owner },
    });
  }

  private async carryOut(effect: Effect): Promise<void> {
    this.watcher.decided(effect);
    if (effect.kind === 'permit') this.estimator.left(effect.task, true);
    else if (effect.kind === 'deny' || effect.kind === 'end') this.estimator.left(effect.task, false);
    await this.execution.carryOut(effect);
  }

  private tellEstimates(estimates: readonly ToldEstimate[]): void {
    for (const { task, estimateSeconds } of estimates) this.watcher.estimated(task, estimateSeconds);
    const byFront = new Map<string, ToldEstimate[]>();
    for (const estimate of estimates) {
      const front = this.parts.owners.get(estimate.task)?.front;
      if (front === undefined) continue;
      const of = byFront.get(front);
      if (of) of.push(estimate);
      else byFront.set(front, [estimate]);
    }
    for (const [front, of] of byFront) this.parts.store.tellFront(front, { type: 'estimates', of });
  }
}
