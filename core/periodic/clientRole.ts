import { ByteWriter } from './byteWriter';
import type { Exchange, Waiter } from './exchange';
import { formatStatus } from './funcStatus';
import type { Job, JobHandle } from './job';
import { PERIODIC_LIMITS } from './limits';
import { SUCCESS, UNKNOWN, type RoleContext, type RoleHandler } from './roleContext';
import type { Message } from './message';
import { isHousekeeping, isReserved } from './reserved';
import type { Ending } from './store';

const LOAD_PART = 1000;

/**
 * What a client may ask, and what it is answered (docs/periodic.md, "Per dialect", 1, 4, 6, 7 and 10).
 *
 * A request that is refused (an empty name, a func that is reserved, no room) is answered with UNKNOWN; the connection
 * is kept.
 */
export class ClientRole implements RoleHandler {
  private readonly waiting = new Map<Waiter, JobHandle>();

  constructor(
    private readonly context: RoleContext,
    private readonly exchange: Exchange,
    /** Undefined: SHUTDOWN is off. */
    private readonly shutdown: (() => void) | undefined,
  ) {}

  handle(messageId: number, message: Message): void {
    const { context } = this;
    const { store } = this.exchange;
    const succeed = () => context.reply(messageId, SUCCESS);
    switch (message.name) {
      case 'SUBMIT_JOB':
        if (!isSubmittable(message.job)) return context.reply(messageId, UNKNOWN);
        return context.after(this.exchange.submit(message.job), (outcome) =>
          outcome === 'full' ? context.reply(messageId, UNKNOWN) : succeed(),
        );
      case 'RUN_JOB':
        if (!isSubmittable(message.job) || !this.mayWait) return context.reply(messageId, UNKNOWN);
        return this.run(messageId, message.job);
      case 'RECV_DATA':
        if (!this.mayWait) return context.reply(messageId, UNKNOWN);
        this.wait(messageId, message.job, (data) => context.reply(messageId, { name: 'DATA', data }));
        return;
      case 'STATUS':
        return context.after(store.status(), (statuses) => {
          const data = new ByteWriter().text(formatStatus(statuses, context.dialect)).written();
          context.reply(messageId, { name: 'DATA', data });
        });
      case 'DUMP':
        return context.after(this.exchange.dump(context.dialect), (data) =>
          context.reply(messageId, data === undefined ? UNKNOWN : { name: 'DATA', data }),
        );
      case 'LOAD':
        if (!message.jobs.every(isNamed)) return context.reply(messageId, UNKNOWN);
        return context.after(this.load(message.jobs.filter(isSubmittable)), (isLoaded) =>
          isLoaded ? succeed() : context.reply(messageId, UNKNOWN),
        );
      case 'DROP_FUNC':
        if (isReserved(message.func)) return context.reply(messageId, UNKNOWN);
        return context.after(store.drop(message.func), succeed);
      case 'REMOVE_JOB':
        if (isReserved(message.handle.func)) return context.reply(messageId, UNKNOWN);
        return context.after(store.remove(message.handle), succeed);
      case 'CONFIG_GET':
        return context.after(store.getConfig(message.key), (value) =>
          context.reply(messageId, { name: 'CONFIG', value }),
        );
      case 'CONFIG_SET':
        return context.after(store.setConfig(message.key, message.value), succeed);
      case 'SHUTDOWN':
        return this.shutdown === undefined ? context.reply(messageId, UNKNOWN) : this.shutdown();
      default:
        return context.reply(messageId, UNKNOWN);
    }
  }

  /** The jobs go on (docs/periodic.md, 4). */
  closed(): void {
    for (const [waiter, handle] of this.waiting) this.exchange.stopWaiting(handle, waiter);
    this.waiting.clear();
  }

  /** Waits before it submits: the job may be done before the store has answered. */
  private run(messageId: number, job: Job): void {
    const { context, exchange } = this;
    const waiter = this.wait(messageId, job);
    // In the crc dialect its caller is told how the first run ends; in the seed dialect it waits for a result.
    const isCrc = context.dialect === 'crc';
    const options = { onlyIfServed: isCrc, isOnce: isCrc, isUnpromised: true };
    context.after(exchange.submit(job, options), (outcome) => {
      if (outcome !== 'no-worker' && outcome !== 'full') return;
      exchange.stopWaiting(job, waiter);
      this.waiting.delete(waiter);
      context.reply(messageId, outcome === 'full' ? UNKNOWN : { name: 'NO_WORKER' });
    });
  }

  private get mayWait(): boolean {
    return this.waiting.size < PERIODIC_LIMITS.maxWaits;
  }

  /** A part at a time, so that others have their turn. False: there was no room for all. */
  private async load(jobs: readonly Job[]): Promise<boolean> {
    for (let from = 0; from < jobs.length; from += LOAD_PART) {
      const part = jobs.slice(from, from + LOAD_PART);
      const outcomes = await Promise.all(part.map((job) => this.exchange.store.submit(job)));
      if (outcomes.includes('full')) return false;
    }
    return true;
  }

  private wait(messageId: number, { func, name }: JobHandle, data?: (data: Uint8Array) => void): Waiter {
    const waiter: Waiter = {
      data,
      ended: (ending) => {
        if (!this.answer(messageId, ending)) return false;
        this.waiting.delete(waiter);
        return true;
      },
    };
    this.waiting.set(waiter, { func, name });
    this.exchange.wait({ func, name }, waiter);
    return waiter;
  }

  /** False: in the seed dialect, the job will be tried again. */
  private answer(messageId: number, ending: Ending): boolean {
    const data = this.context.dialect === 'crc' ? crcAnswer(ending) : seedAnswer(ending);
    if (data !== undefined) this.context.reply(messageId, { name: 'DATA', data });
    return data !== undefined;
  }
}

function crcAnswer(ending: Ending): Uint8Array {
  switch (ending.kind) {
    case 'done':
      return ending.data;
    case 'failed':
    case 'later':
    case 'dead':
      return new TextEncoder().encode('failed');
    case 'removed':
    case 'expired':
      return new TextEncoder().encode(ending.kind);
  }
}

function seedAnswer(ending: Ending): Uint8Array | undefined {
  switch (ending.kind) {
    case 'done':
      return ending.data;
    case 'failed':
    case 'later':
    case 'expired':
      return undefined;
    case 'removed':
    case 'dead':
      return new Uint8Array(0);
  }
}

function isNamed(handle: JobHandle): boolean {
  return handle.func !== '' && handle.name !== '';
}

function isSubmittable(handle: JobHandle): boolean {
  return isNamed(handle) && !isHousekeeping(handle.func);
}
