import type { Redis } from 'ioredis';
import { PERIODIC_LIMITS } from '@/core/periodic/limits';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { BatchWriter } from './batchWriter';
import { Disk } from './disk';
import { RejectOnClose } from './rejectOnClose';

/**
 * The way of operations to Redis: those of one tick go as one batch, in their order, and each has its answer.
 *
 * The outbox is **shut** while there is no connection: operations are kept. When there is one, the opening batch goes
 * alone and first, then it is **open**: batches leave as soon as few enough are on their way, so that a slow Redis gets
 * larger ones. When the connection breaks, what was on its way is rejected: it may or may not have happened, and must
 * not happen twice.
 */

const script = loadScript('periodicState', 'periodicLocks', 'periodicJobs', 'periodicRest', 'periodicBatch');

const MAX_OPERATIONS = 1000;
const MAX_BATCH_BYTES = 1024 * 1024;
const MAX_ON_THE_WAY = 3;

/** One letter for an operation, and what it refers to. */
export interface Answer {
  readonly letter: string;
  take(): Buffer;
}

export interface Reply {
  /** When something is due next; Infinity: never. */
  readonly nextMs: number;
  readonly otherFronts: number;
  readonly events: Buffer;
}

export interface OutboxOptions {
  readonly front: string;
  readonly redis: Redis;
  readonly nowMs: () => number;
  readonly leaseMs: number;
  /** Asks what goes into the opening batch. */
  readonly opening: () => void;
  /** The opening batch was answered. */
  readonly opened: () => void;
  readonly replied: (reply: Reply) => void;
  readonly onError: (error: Error) => void;
}

interface Operation {
  answered(answer: Answer, onDisk: Promise<void> | undefined): void;
  failed(error: Error): void;
}

interface Batch {
  readonly writer: BatchWriter;
  readonly operations: Operation[];
  isDurable: boolean;
}

export class Outbox {
  readonly rejectOnClose: RejectOnClose;
  private readonly disk: Disk;
  private readonly queue: Batch[] = [];
  private opening: Batch | undefined;
  private isOpen = false;
  private isPlanned = false;
  private onTheWay = 0;

  constructor(private readonly options: OutboxOptions) {
    const { redis } = options;
    this.rejectOnClose = new RejectOnClose(redis);
    this.disk = new Disk(() => this.rejectOnClose.hold(redis.info('persistence')));
  }

  start(): void {
    const { redis } = this.options;
    redis.on('close', () => (this.isOpen = false));
    redis.on('ready', () => void this.open());
    if (redis.status === 'ready') void this.open();
  }

  /** `isDurable`: answered only when the operation would survive the death of Redis. */
  ask<T>(write: (writer: BatchWriter) => void, read: (answer: Answer) => T, isDurable = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const batch = this.opening ?? this.lastBatch();
      write(batch.writer);
      batch.isDurable ||= isDurable;
      batch.operations.push({
        answered: (answer, onDisk) => {
          const value = read(answer);
          if (isDurable && onDisk !== undefined) onDisk.then(() => resolve(value), reject);
          else resolve(value);
        },
        failed: reject,
      });
    });
  }

  private lastBatch(): Batch {
    const last = this.queue.at(-1);
    if (last && last.operations.length < MAX_OPERATIONS && last.writer.length < MAX_BATCH_BYTES) return last;
    const batch: Batch = { writer: new BatchWriter(), operations: [], isDurable: false };
    this.queue.push(batch);
    if (!this.isPlanned) {
      this.isPlanned = true;
      setImmediate(() => this.flush());
    }
    return batch;
  }

  private async open(): Promise<void> {
    const opening: Batch = { writer: new BatchWriter(), operations: [], isDurable: false };
    this.opening = opening;
    this.options.opening();
    this.opening = undefined;
    await this.send(opening);
    this.isOpen = this.options.redis.status === 'ready';
    if (!this.isOpen) return;
    this.options.opened();
    this.flush();
  }

  private flush(): void {
    this.isPlanned = false;
    while (this.isOpen && this.onTheWay < MAX_ON_THE_WAY) {
      const batch = this.queue.shift();
      if (batch === undefined) return;
      void this.send(batch).then(() => this.flush());
    }
  }

  /** Never rejects: each operation hears what became of it. */
  private async send(batch: Batch): Promise<void> {
    const { redis, front, nowMs, leaseMs } = this.options;
    const flags = [PERIODIC_LIMITS.maxDeadJobs, batch.isDurable ? 1 : 0];
    const args = [KEYS.periodic(''), front, nowMs(), leaseMs, batch.writer.written(), ...flags];
    this.onTheWay += 1;
    try {
      this.answered(batch, (await this.rejectOnClose.hold(script.runBytes(redis, [], args))) as Buffer[]);
    } catch (error) {
      if (redis.status === 'ready') this.options.onError(error as Error);
      for (const operation of batch.operations) operation.failed(error as Error);
    } finally {
      this.onTheWay -= 1;
    }
  }

  private answered(batch: Batch, reply: readonly Buffer[]): void {
    const [next, others, isOnItsWay, letters, events, ...items] = reply;
    if (!next || !others || !isOnItsWay || !letters || !events) throw new Error('the store answered too little');
    const onDisk = isOnItsWay.toString() === '1' ? this.disk.settled() : undefined;
    onDisk?.catch(() => undefined);
    let taken = 0;
    const take = () => items[taken++] ?? Buffer.alloc(0);
    const text = letters.toString('latin1');
    batch.operations.forEach((operation, i) => operation.answered({ letter: text[i] ?? '', take }, onDisk));
    this.options.replied({
      nextMs: next.length === 0 ? Infinity : Number(next.toString()),
      otherFronts: Number(others.toString()),
      events,
    });
  }
}
