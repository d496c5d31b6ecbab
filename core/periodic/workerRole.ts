import type { Exchange, Sleeper } from './exchange';
import type { Grab } from './openGrabs';
import { handleKey, type JobHandle } from './job';
import { PERIODIC_LIMITS } from './limits';
import { SUCCESS, UNKNOWN, type RoleContext, type RoleHandler } from './roleContext';
import type { Message } from './message';
import { isReserved } from './reserved';
import type { WorkReport } from './store';

interface OpenGrab {
  readonly grab: Grab;
  untilMs: number;
}

/**
 * What a worker may ask, and what it is answered (docs/periodic.md, "Per dialect", 2, 3, 5 and 10).
 *
 * A grab is open from GRAB_JOB until JOB_ASSIGN on the same message id. In the seed dialect it is held for 1.2 s, and
 * each further GRAB_JOB on that id begins the time anew; then NO_JOB closes it. In the crc dialect it stays open.
 *
 * Reports of a job that this worker does not own (any more) change nothing. They are answered like all others.
 */
export class WorkerRole implements RoleHandler {
  private readonly funcs = new Set<string>();
  private readonly grabs = new Map<number, OpenGrab>();
  private readonly sleepers = new Map<number, Sleeper>();
  /** The jobs this worker was given, by key, with the message id of the grab. */
  private readonly assigned = new Map<string, { readonly handle: JobHandle; readonly messageId: number }>();

  constructor(
    private readonly context: RoleContext,
    private readonly exchange: Exchange,
    private readonly worker: string,
    private readonly nowMs: () => number,
  ) {}

  get nextDueMs(): number {
    let due = Infinity;
    for (const { untilMs } of this.grabs.values()) due = Math.min(due, untilMs);
    return due;
  }

  /** Holds that ran out are told NO_JOB, once. */
  tick(): void {
    const now = this.nowMs();
    for (const [messageId, { grab, untilMs }] of this.grabs) {
      if (now < untilMs) continue;
      this.grabs.delete(messageId);
      this.exchange.closeGrab(grab);
      this.context.reply(messageId, { name: 'NO_JOB' });
    }
  }

  handle(messageId: number, message: Message): void {
    switch (message.name) {
      case 'GRAB_JOB':
        return this.grab(messageId);
      case 'SLEEP':
        return this.sleep(messageId);
      case 'CAN_DO':
      case 'BROADCAST':
        return this.canDo(messageId, message.func, message.name === 'BROADCAST');
      case 'CANT_DO':
        this.funcs.delete(message.func);
        return this.succeedAfter(messageId, this.exchange.store.stopServing(this.worker, message.func));
      case 'WORK_DONE':
        return this.report(messageId, message.handle, { kind: 'done', data: message.data });
      case 'WORK_FAIL':
        return this.report(messageId, message.handle, { kind: 'failed' });
      case 'WORK_DATA':
        return this.report(messageId, message.handle, { kind: 'data', data: message.data });
      case 'SCHED_LATER': {
        const { delaySeconds, countStep } = message;
        return this.report(messageId, message.handle, { kind: 'later', delaySeconds, countStep });
      }
      case 'ACQUIRE':
        return this.context.after(
          this.exchange.store.acquireLock(this.worker, message.handle, message.lock, message.count),
          (isAcquired) => this.context.reply(messageId, { name: 'ACQUIRED', isAcquired }),
        );
      case 'RELEASE': {
        const released = this.exchange.store.releaseLock(this.worker, message.handle, message.lock);
        // The answer that clients of either dialect wait for.
        return this.context.after(released, () => this.context.reply(messageId, SUCCESS));
      }
      case 'JOB_UNASSIGNED':
        return this.unassign(messageId);
      case 'JOB_ASSIGNED':
        return;
      default:
        return this.context.reply(messageId, UNKNOWN);
    }
  }

  closed(): void {
    for (const { grab } of this.grabs.values()) this.exchange.closeGrab(grab);
    for (const sleeper of this.sleepers.values()) this.exchange.stopSleeping(sleeper);
    this.context.after(this.exchange.store.leave(this.worker), () => undefined);
  }

  private grab(messageId: number): void {
    const isHeld = this.context.dialect === 'seed';
    const untilMs = isHeld ? this.nowMs() + PERIODIC_LIMITS.grabHoldMs : Infinity;
    const open = this.grabs.get(messageId);
    if (open !== undefined) {
      open.untilMs = untilMs;
      return;
    }
    if (this.grabs.size >= PERIODIC_LIMITS.maxGrabs) return this.context.reply(messageId, UNKNOWN);
    const grab: Grab = {
      worker: this.worker,
      funcs: this.funcs,
      assign: (job) => {
        this.grabs.delete(messageId);
        this.assigned.set(handleKey(job), { handle: { func: job.func, name: job.name }, messageId });
        this.context.reply(messageId, { name: 'JOB_ASSIGN', job });
      },
    };
    this.grabs.set(messageId, { grab, untilMs });
    this.exchange.openGrab(grab);
    if (isHeld) this.context.dueChanged();
  }

  private sleep(messageId: number): void {
    if (this.sleepers.has(messageId)) return;
    if (this.sleepers.size >= PERIODIC_LIMITS.maxGrabs) return this.context.reply(messageId, UNKNOWN);
    const sleeper: Sleeper = {
      funcs: this.funcs,
      wake: () => {
        this.sleepers.delete(messageId);
        this.context.reply(messageId, { name: 'NOOP' });
      },
    };
    this.sleepers.set(messageId, sleeper);
    this.context.after(this.exchange.sleep(sleeper), () => undefined);
  }

  private canDo(messageId: number, func: string, isBroadcast: boolean): void {
    const isTooMany = this.funcs.size >= PERIODIC_LIMITS.maxFuncs && !this.funcs.has(func);
    if (func === '' || isReserved(func) || isTooMany) return this.refuse(messageId);
    this.funcs.add(func);
    this.succeedAfter(messageId, this.exchange.store.serve(this.worker, func, isBroadcast));
    for (const { grab } of this.grabs.values()) this.exchange.refreshGrab(grab);
    for (const sleeper of this.sleepers.values()) this.context.after(this.exchange.sleep(sleeper), () => undefined);
  }

  private report(messageId: number, handle: JobHandle, report: WorkReport): void {
    if (report.kind !== 'data') this.assigned.delete(handleKey(handle));
    this.succeedAfter(messageId, this.exchange.store.report(this.worker, handle, report));
  }

  private unassign(messageId: number): void {
    for (const [key, given] of this.assigned) {
      if (given.messageId !== messageId) continue;
      this.assigned.delete(key);
      this.context.after(this.exchange.store.report(this.worker, given.handle, { kind: 'returned' }), () => undefined);
    }
  }

  /** The seed dialect answers none of a worker's reports: an answer kills known clients. */
  private succeedAfter(messageId: number, answer: Promise<unknown>): void {
    this.context.after(answer, () => {
      if (this.context.dialect === 'crc') this.context.reply(messageId, SUCCESS);
    });
  }

  private refuse(messageId: number): void {
    if (this.context.dialect === 'crc') this.context.reply(messageId, UNKNOWN);
  }
}
