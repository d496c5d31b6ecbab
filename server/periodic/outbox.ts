import type { Redis } from 'ioredis';
import { PERIODIC_LIMITS } from '@/core/periodic/limits';
import { Batch } from '@/platform/redis/batch';
import { Disk } from '@/platform/redis/disk';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { BatchWriter } from './batchWriter';
import { RejectOnClose } from './rejectOnClose';

/**
 * The way of operations to Redis: those of one tick go as one batch, in their order, and each has its answer.
 *
 * The outbox is **shut** while there is no connection: operations are kept. When there is one, the opening batch goes
 * alone and first, then it is **open** (platform/redis/batch.ts). When the connection breaks, what was on its way is rejected: it may or may not have happened, and must
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

interface Reply {
  /** When something is due next; Infinity: never. */
  readonly nextMs: number;
  readonly otherFronts: number;
  readonly events: Buffer;
}

interface OutboxOptions {
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

interface Operations {
  readonly writer: BatchWriter;
  readonly operations: Operation[];
  isDurable: boolean;
}

const begin = (): Operations => ({ writer: new BatchWriter(), operations: [], isDurable: false });

export class Outbox {
  readonly rejectOnClose: RejectOnClose;
  private readonly disk: Disk;
  private readonly batch: Batch<Operations>;
  private opening: Operations | undefined;

  constructor(private readonly options: OutboxOptions) {
    const { redis } = options;
    this.rejectOnClose = new RejectOnClose(redis);
    this.disk = new Disk(() => this.rejectOnClose.hold(redis.info('persistence')));
    this.batch = new Batch(
      {
        begin,
        isFull: ({ operations, writer }) => operations.length >= MAX_OPERATIONS || writer.length >= MAX_BATCH_BYTES,
        send: (batch) => this.send(batch),
        mostUnderWay: MAX_ON_THE_WAY,
      },
      false,
    );
  }

  start(): void {
    const { redis } = this.options;
    redis.on('close', () => this.batch.shut());
    redis.on('ready', () => void this.open());
    if (redis.status === 'ready') void this.open();
  }

  /** `isDurable`: answered only when the operation would survive the death of Redis. */
  ask<T>(write: (writer: BatchWriter) => void, read: (answer: Answer) => T, isDurable = false): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const operation: Operation = {
        answered: (answer, onDisk) => {
          const value = read(answer);
          if (isDurable && onDisk !== undefined) onDisk.then(() => resolve(value), reject);
          else resolve(value);
        },
        failed: reject,
      };
      const fill = (batch: Operations) => {
        write(batch.writer);
        batch.isDurable ||= isDurable;
        batch.operations.push(operation);
      };
      if (this.opening) fill(this.opening);
      else this.batch.add(fill);
    });
  }

  private async open(): Promise<void> {
    const opening = begin();
    this.opening = opening;
    this.options.opening();
    this.opening = undefined;
    await this.send(opening);
    if (this.options.redis.status !== 'ready') return;
    this.options.opened();
    this.batch.open();
  }

  /** Never rejects: each operation hears what became of it. */
  private async send(batch: Operations): Promise<void> {
    const { redis, front, nowMs, leaseMs } = this.options;
    const flags = [PERIODIC_LIMITS.maxDeadJobs, batch.isDurable ? 1 : 0];
    const args = [KEYS.periodic(''), front, nowMs(), leaseMs, batch.writer.written(), ...flags];
    try {
      this.answered(batch, (await this.rejectOnClose.hold(script.runBytes(redis, [], args))) as Buffer[]);
    } catch (error) {
      if (redis.status === 'ready') this.options.onError(error as Error);
      for (const operation of batch.operations) operation.failed(error as Error);
    }
  }

  private answered(batch: Operations, reply: readonly Buffer[]): void {
    const [next, others, isOnItsWay, letters, events, ...items] = reply;
    if (!next || !others || !isOnItsWay || !letters || !events) throw new Error('the store answered too little');
    const onDisk = isOnItsWay.toString() === '1' ? this.disk.settled() : undefined;
    // It is awaited by those whose answer depends on it; without them nobody is to hear of it.
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
