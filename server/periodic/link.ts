import { PERIODIC_LIMITS } from '@/core/periodic/limits';
import type { Redis } from 'ioredis';
import type { JobHandle } from '@/core/periodic/job';
import { Lease } from '@/platform/redis/lease';
import { Alarm } from './alarm';
import { OPERATION, type BatchWriter } from './batchWriter';
import { LocalWorkers } from './localWorkers';
import { JobSubscriber } from './jobSubscriber';
import { Outbox, type Answer } from './outbox';
import { Results } from './results';
import { MemoryBudget } from './memoryBudget';

/**
 * This front's membership among those that share the jobs.
 *
 * It keeps a lease; a front that is not heard of for its lease has lost its workers, and what they ran is pending
 * again. One timer rings when the next job is due, whoever submitted it.
 *
 * After a break of the connection, or of the lease, it tells Redis anew which workers it has, what they serve and what
 * they run. What Redis thinks they run beyond that was given to them by an answer that never arrived, and is taken back.
 */

export interface LinkOptions {
  /** No other front ever has it. */
  readonly front: string;
  /** A connection of its own that sends no command twice (`autoResendUnfulfilledCommands: false`). */
  readonly redis: Redis;
  /** A connection of its own, since it subscribes. */
  readonly blockingRedis: Redis;
  /** No other front can exist: whatever is left of one is of the past. */
  readonly isAlone: boolean;
  /** Whether jobs can be taken in now. */
  readonly isAvailable?: () => boolean;
  readonly nowMs?: () => number;
  readonly leaseMs?: number;
  /** A script failed though the connection did not: a bug, or a Redis without memory. */
  readonly onError?: (error: Error) => void;
  /** Whether the disk has no budget for more jobs. */
  readonly isFull?: () => boolean;
}

const nothing = () => undefined;

export class Link {
  readonly localWorkers = new LocalWorkers();
  readonly subscriber: JobSubscriber;
  readonly results: Results;
  readonly budget: MemoryBudget;
  private readonly outbox: Outbox;
  private readonly alarm: Alarm;
  private readonly lease: Lease;
  private hasStarted = false;
  private hasBeenOpen = false;
  private isClosed = false;

  constructor(private readonly options: LinkOptions) {
    const { front, redis, blockingRedis } = options;
    const nowMs = options.nowMs ?? Date.now;
    this.alarm = new Alarm(nowMs, () => void this.tick().catch(nothing));
    this.outbox = new Outbox({
      front,
      redis,
      nowMs,
      leaseMs: this.leaseMs,
      opening: () => this.tellAll(),
      opened: () => this.opened(),
      onError: options.onError ?? nothing,
      replied: ({ nextMs, otherFronts, events }) => {
        this.results.otherFronts = otherFronts;
        if (!this.isClosed) this.alarm.set(nextMs);
        this.subscriber.heardFromUs(events);
      },
    });
    const { rejectOnClose } = this.outbox;
    this.results = new Results(front, redis, rejectOnClose);
    this.subscriber = new JobSubscriber(front, blockingRedis, this.results, (atMs) => this.alarm.setEarlier(atMs));
    this.budget = new MemoryBudget(() => rejectOnClose.hold(redis.info('memory')));
    this.lease = new Lease({
      beatMs: Math.min(PERIODIC_LIMITS.heartbeatMs, this.leaseMs / 3),
      renew: () => this.beat(),
      onLost: () => this.tellWorkers(),
    });
  }

  /** Resolves when jobs can be stored. */
  async start(): Promise<void> {
    await this.subscriber.start();
    this.outbox.start();
    await this.lease.start();
    this.hasStarted = true;
  }

  /** What this front's workers did is pending again at once. */
  async close(): Promise<void> {
    const { redis } = this.options;
    this.isClosed = true;
    this.alarm.set(Infinity);
    // A beat that hangs ends with the connection; what it says is said before the goodbye, in the order of the batches.
    void this.lease.stop();
    if (this.hasStarted && redis.status === 'ready')
      await this.ask(OPERATION.quit, (writer) => writer, nothing).catch(nothing);
    this.subscriber.stop();
    redis.disconnect();
  }

  ask<T>(
    operation: number,
    write: (writer: BatchWriter) => BatchWriter,
    read: (answer: Answer) => T,
    isDurable = false,
  ): Promise<T> {
    return this.outbox.ask((writer) => write(writer.u8(operation)), read, isDurable);
  }

  get isAvailable(): boolean {
    return this.options.isAvailable?.() ?? true;
  }

  /** For what is not an operation: rejects when the connection breaks. */
  hold<T>(answer: Promise<T>): Promise<T> {
    return this.outbox.rejectOnClose.hold(answer);
  }

  async tick(): Promise<void> {
    await this.ask(OPERATION.tick, (writer) => writer, nothing);
  }

  /** Before the first operation of a worker: if this front dies, the worker is gone with it. */
  meet(worker: string): void {
    if (this.localWorkers.meet(worker)) this.tellWorker(worker, [], undefined).catch(nothing);
  }

  private get leaseMs(): number {
    return this.options.leaseMs ?? PERIODIC_LIMITS.leaseMs;
  }

  private async beat(): Promise<boolean> {
    const wasThere = await this.askBeat();
    await this.budget.measure().catch(nothing);
    return wasThere;
  }

  private askBeat(): Promise<boolean> {
    const isAlone = this.options.isAlone ? 1 : 0;
    return this.ask(
      OPERATION.beat,
      (writer) => writer.u8(isAlone),
      ({ letter }) => letter === '1',
    );
  }

  private tellAll(): void {
    this.askBeat().catch(nothing);
    this.tellWorkers();
  }

  private tellWorkers(): void {
    for (const [worker, { serves, runs }] of this.localWorkers.all) {
      this.tellWorker(worker, [...serves], [...runs.values()]).catch(nothing);
    }
  }

  /** Without `runs` the worker is new, and nothing is taken back. */
  private tellWorker(
    worker: string,
    serves: readonly (readonly [func: string, isBroadcast: boolean])[],
    runs: readonly JobHandle[] | undefined,
  ): Promise<void> {
    const write = (writer: BatchWriter) => {
      writer
        .text(worker)
        .u16(serves.length)
        .i32(runs?.length ?? -1);
      for (const [func, isBroadcast] of serves) writer.text(func).u8(isBroadcast ? 1 : 0);
      for (const handle of runs ?? []) writer.handle(handle);
      return writer;
    };
    return this.ask(OPERATION.join, write, nothing);
  }

  private opened(): void {
    if (this.hasBeenOpen) this.subscriber.emit({ kind: 'missed' });
    this.hasBeenOpen = true;
  }
}
