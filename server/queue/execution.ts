import { ChurnMap } from '@/core/churnMap';
import { QUEUE_LIMITS } from '@/core/limits';
import type { Outcome } from '@/core/outcome';
import type { Effect, HaltReason } from '@/core/schedule/events';
import type { ScheduleOptions } from '@/core/schedule/options';
import { className, type TaskClass } from '@/core/schedule/taskClass';
import type { StoredTask } from '@/core/task';
import type { FrontMessage, WorkerHeartbeat, WorkerMessage } from '@/core/messages';
import type { Log } from '@/platform/log';
import { LANE_QUEUE } from '@/platform/redis/taskQueues';
import { allOf, type Membership } from './membership';
import type { ClassQueues } from './classQueues';
import { denialText } from './decisionText';
import type { Permits } from './permits';
import type { Store } from './store';

/**
 * Carries out what the schedule decided: in the queues, towards backends and fronts.
 *
 * What is decided about one task is done in its order. Tasks do not wait for each other: who comes and goes without pause
 * must not keep the scheduler from everybody else. All of it goes to Redis over one connection, so tasks enter their
 * queues in the order of their numbers.
 *
 * A permit is watched until its backend has said what it took. One that lies unread is taken back (docs/queue.md, 10).
 * A task that is not wanted any more while a backend has it is ended by that backend; if that dies first, the task comes
 * back to its queue and is removed there.
 */

export interface KnownTask {
  readonly task: StoredTask;
  /** Where it is in Redis, once it has a place. */
  queue: string | undefined;
}

export interface ExecutionParts {
  readonly options: ScheduleOptions;
  /** Every task that is waiting or running. */
  readonly tasks: Map<string, KnownTask>;
  readonly store: Store;
  readonly queues: ClassQueues;
  readonly permits: Permits;
  readonly membership: Membership;
  readonly log: Log;
}

type PermitEffect = Extract<Effect, { kind: 'permit' }>;

/** A permit whose backend has not said what it took. */
interface OpenPermit {
  readonly backend: string;
  readonly said: { readonly permit: string; readonly queue: string; readonly durationSeconds: number };
  readonly givenAtMs: number;
}

const SERVER_ERROR = { kind: 'server-error' } as const;
const ABORTED = { kind: 'aborted' } as const;

const AFTER_HALT: Readonly<Record<HaltReason, Extract<WorkerMessage, { type: 'halt' }>['then']>> = {
  batch: 'give-way',
  'sent-back': 'go-back',
  stray: 'go-back',
  shell: 'end',
  withdrawn: 'end',
};

export class Execution {
  private readonly open = new Map<number, OpenPermit>();
  private readonly unwanted = new Map<string, KnownTask>();
  /** Of each task, what was decided last and is not done yet. Never rejects. */
  private readonly turns = new ChurnMap<Promise<void>>();

  constructor(private readonly parts: ExecutionParts) {}

  /** Places first: a permit must find its task in the queue. */
  async carryOutAll(effects: readonly Effect[]): Promise<void> {
    const places = effects.filter(({ kind }) => kind === 'number' || kind === 'lane');
    const others = effects.filter((effect) => !places.includes(effect));
    await Promise.all([...places, ...others].map((effect) => this.carryOut(effect)));
  }

  carryOut(effect: Effect): Promise<void> {
    if (!('task' in effect)) return this.act(effect);
    const { task } = effect;
    this.parts.log.debug({ ...effect }, `decided: ${effect.kind}`);
    const before = this.turns.get(task);
    const work = before ? before.then(() => this.act(effect)) : this.act(effect);
    // Whoever asked hears of a failure; what follows is done all the same.
    const turn = work
      .catch(() => undefined)
      .finally(() => {
        if (this.turns.get(task) === turn) this.turns.delete(task);
      });
    this.turns.set(task, turn);
    return work;
  }

  private async act(effect: Effect): Promise<void> {
    const { store, permits } = this.parts;
    switch (effect.kind) {
      case 'number':
        return this.place(effect.task, this.name(effect.taskClass), effect.number);
      case 'lane':
        return this.place(effect.task, LANE_QUEUE);
      case 'permit':
        return this.permit(effect);
      case 'downgrade': {
        const { backend, durationSeconds } = effect;
        return store.command(backend, { type: 'duration', permit: permits.nameOf(effect.permit), durationSeconds });
      }
      case 'halt':
        return this.halt(effect.backend, permits.nameOf(effect.permit), effect.reason);
      case 'requeue':
        return this.tell(effect.task, { type: 'requeued', task: effect.task });
      case 'deny': {
        await this.tell(effect.task, { type: 'denied', task: effect.task, ...denialText(effect.denial) });
        return this.close(effect.task, SERVER_ERROR);
      }
      case 'end':
        return this.endTask(effect.task, effect.reason);
      case 'warn':
        return this.tell(effect.task, { type: 'warned', task: effect.task, reason: effect.reason });
      case 'limits-kept':
        return;
    }
  }

  halt(backend: string, permit: string, reason: HaltReason): Promise<void> {
    return this.parts.store.command(backend, { type: 'halt', permit, then: AFTER_HALT[reason] });
  }

  /** Answers whose it was. */
  acknowledge(permit: number): string | undefined {
    const backend = this.open.get(permit)?.backend;
    this.open.delete(permit);
    return backend;
  }

  /** Takes back what has lain unread for too long. Answers which permits these are, and whose. */
  async takeBackUnread(nowMs: number): Promise<{ permit: number; backend: string }[]> {
    const { store, membership, log } = this.parts;
    const refused: { permit: number; backend: string }[] = [];
    for (const [permit, { backend, said, givenAtMs }] of this.open) {
      const isLate = nowMs - givenAtMs > QUEUE_LIMITS.permitAcknowledgeSeconds * 1000;
      // One that was picked up is answered, or its worker is lost.
      if (!isLate || !(await store.takeBack(backend, said))) continue;
      this.open.delete(permit);
      log.warn({ ...said, backend }, 'a permit was not picked up and is taken back');
      // The schedule forgets the backend until it joins again; if its worker is well, it does with the next look.
      membership.doubt(backend);
      refused.push({ permit, backend });
    }
    return refused;
  }

  /** These workers are lost: what they ran comes back with the next look of its queue. */
  async release(running: ReadonlyMap<string, { backend: string }>, lost: readonly WorkerHeartbeat[]): Promise<void> {
    const { tasks, queues } = this.parts;
    const backends = lost.flatMap(allOf);
    for (const [task, { backend }] of [...running].filter(([, run]) => backends.includes(run.backend)))
      await queues.release(tasks.get(task)?.queue ?? '', task, backend);
  }

  /** To one that waits; of a running one its backend tells that it was halted. */
  tellCancelled(task: string): Promise<void> {
    const message = 'An administrator has cancelled this task.';
    return this.tell(task, { type: 'denied', task, code: 'cancelled', message });
  }

  /** A backend has ended it, wanted or not. */
  forget(task: string): void {
    this.unwanted.delete(task);
  }

  /** Whether a task that came back was not wanted any more; then it is removed. */
  async removeUnwanted(task: string): Promise<boolean> {
    const known = this.unwanted.get(task);
    if (known) await this.remove(task, known, ABORTED);
    return known !== undefined;
  }

  private async place(id: string, queue: string, number?: number): Promise<void> {
    const { tasks, queues, store } = this.parts;
    const known = tasks.get(id);
    if (!known) return;
    const before = known.queue;
    known.queue = queue;
    const added = queues.add(queue, { ...known.task, number, halts: 0 });
    await Promise.all([added, before === undefined ? store.keepFiles(id) : undefined]);
    // Only now: a leader that dies in between leaves it in both, never in none.
    if (before === LANE_QUEUE) await queues.remove(LANE_QUEUE, id);
  }

  private async permit(effect: PermitEffect): Promise<void> {
    const { store, permits } = this.parts;
    const { backend, permit, grantedSeconds: durationSeconds } = effect;
    const queue = this.name(effect.taskClass);
    // A shell never waits, so it enters its queue with its permit.
    if (effect.taskClass === 'interactive') await this.place(effect.task, queue, effect.number);
    const said = { permit: permits.nameOf(permit), queue, durationSeconds };
    // Before it is said: the answer may be heard first.
    this.open.set(permit, { backend, said, givenAtMs: Date.now() });
    await store.permit(backend, said);
  }

  private async endTask(task: string, reason: Extract<Effect, { kind: 'end' }>['reason']): Promise<void> {
    switch (reason) {
      case 'backend-lost':
        await this.tell(task, { type: 'lost', task });
        return this.close(task, SERVER_ERROR);
      case 'withdrawn':
        return this.close(task, ABORTED);
      case 'finished':
      case 'halted':
        this.parts.tasks.delete(task);
    }
  }

  private async close(task: string, outcome: Outcome): Promise<void> {
    const known = this.parts.tasks.get(task);
    if (!known) return;
    this.parts.tasks.delete(task);
    await this.remove(task, known, outcome);
  }

  private async remove(task: string, known: KnownTask, outcome: Outcome): Promise<void> {
    const { queues, store } = this.parts;
    if (known.queue !== undefined && !(await queues.remove(known.queue, task))) {
      this.unwanted.set(task, known);
      return;
    }
    this.unwanted.delete(task);
    await store.dropFiles(task);
    if (known.task.detached) await store.endDetached(task, known.task.detached, outcome);
  }

  private async tell(task: string, message: FrontMessage): Promise<void> {
    const front = this.parts.tasks.get(task)?.task.front;
    if (front !== undefined) await this.parts.store.tellFront(front, message);
  }

  private name(taskClass: TaskClass): string {
    return className(taskClass, this.parts.options.levels);
  }
}
