import { statfs } from 'node:fs/promises';
import type { Redis } from 'ioredis';
import { failure, type Failure } from '@/core/errors';
import { STORAGE_LIMITS } from '@/core/limits';
import type { Log } from '@/platform/log';
import { Loop } from '@/platform/loop';
import type { Service } from '@/platform/service';

/**
 * Whether there is room for more, on the disk, in the blob store and in Redis (docs/security.md, "Limits per address and in total").
 *
 * The last part of each is a reserve: for Redis' own file, for the ends of what runs, and for deleting. So nothing that is
 * kept already is lost, and new work is refused with a sentence instead of failing halfway. It is looked at every second;
 * as soon as there is room again, everything goes on.
 */

/** Keeping something for later needs more room than drawing it once. */
type StorageUse = 'keep' | 'render';

interface StorageOptions {
  readonly redis: Redis;
  readonly dataFolder: string;
  /** Undefined: blobs are not on a disk of ours. */
  readonly blobFolder: string | undefined;
  readonly weigh: (isOver: () => boolean) => Promise<ReadonlyMap<string, number>>;
  /** Of all blobs together; undefined: a share of the disk. */
  readonly blobBytes: number | undefined;
  readonly log: Log;
}

interface Shortage {
  readonly words: string;
  readonly stops: ReadonlySet<StorageUse>;
}

const KEEPING: ReadonlySet<StorageUse> = new Set<StorageUse>(['keep']);
const EVERYTHING: ReadonlySet<StorageUse> = new Set<StorageUse>(['keep', 'render']);

const REDIS_IS_SHORT: Shortage = { words: 'the memory for tasks is almost used up', stops: KEEPING };
const DISK_IS_SHORT: Shortage = { words: 'the disk is almost full', stops: KEEPING };

export function redisFull(): Failure {
  return noRoom('keep', REDIS_IS_SHORT);
}

function noRoom(use: StorageUse, { words }: Shortage): Failure {
  const what = use === 'keep' ? 'kept' : 'drawn';
  const sentence = `Nothing more can be ${what} at the moment: ${words}. Try again later.`;
  return failure('full', sentence, STORAGE_LIMITS.retrySeconds);
}

/** Of a disk that was filled by something else meanwhile. */
export function isDiskFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}

export function diskFull(): Failure {
  return failure('full', 'The disk is full. Try again later.', STORAGE_LIMITS.retrySeconds);
}

export class Storage implements Service {
  private shortages: readonly Shortage[] = [];
  private blobUse: ReadonlyMap<string, number> = new Map();
  /** Of the disk with least room: what may still be written until the next look. */
  private leftBytes = Infinity;
  /** The same of Redis' memory. */
  private leftRedisBytes = Infinity;
  private weighedAtMs = 0;
  private isWeighing = false;
  private isStopped = false;
  private readonly looking: Loop;

  constructor(private readonly options: StorageOptions) {
    const everyMs = STORAGE_LIMITS.lookSeconds * 1000;
    this.looking = new Loop({
      what: 'looking how much room is left',
      everyMs,
      runOnce: () => this.look(),
      log: options.log,
    });
  }

  /** Bytes in the blob store by kind, as they were weighed last. */
  get blobBytes(): ReadonlyMap<string, number> {
    return this.blobUse;
  }

  async start(): Promise<void> {
    await this.looking.runOnce();
    this.looking.start();
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.looking.stop();
  }

  /** What this front writes between two looks is counted; what others write is seen by the next one. */
  wrote(bytes: number): void {
    this.leftBytes -= bytes;
  }

  /** The same, of what is about to stand in Redis. False: there is no room for it. */
  takeRedis(bytes: number): boolean {
    if (bytes > this.leftRedisBytes) return false;
    this.leftRedisBytes -= bytes;
    return true;
  }

  /** Why there is no room for this now; undefined: there is. */
  refusal(use: StorageUse): Failure | undefined {
    const written = this.leftBytes < 0 && use === 'keep' ? DISK_IS_SHORT : undefined;
    const shortage = written ?? this.shortages.find(({ stops }) => stops.has(use));
    if (shortage === undefined) return undefined;
    return noRoom(use, shortage);
  }

  private async look(): Promise<void> {
    const found = [...(await this.lookAtDisks()), ...(await this.lookAtRedis())];
    const told = (shortages: readonly Shortage[]) => shortages.map(({ words }) => words).join(', ');
    if (told(found) !== told(this.shortages)) {
      if (found.length > 0) this.options.log.warn({ shortages: told(found) }, 'new work is refused');
      else this.options.log.info('there is room again');
    }
    this.shortages = found;
  }

  private async lookAtDisks(): Promise<Shortage[]> {
    const { dataFolder, blobFolder } = this.options;
    // The blob folder is made when the first is written; until then it is a part of the data folder's disk.
    const [data, blobs] = await Promise.all([
      statfs(dataFolder),
      blobFolder && statfs(blobFolder).catch(() => undefined),
    ]);
    const spares = [data, blobs || data].map((disk) => {
      const reserve = Math.min(STORAGE_LIMITS.reserveBytes, STORAGE_LIMITS.reserveShare * disk.blocks * disk.bsize);
      return { reserve, left: disk.bavail * disk.bsize - reserve };
    });
    this.leftBytes = Math.min(...spares.map(({ left }) => left));
    const shortages = spares.flatMap(({ reserve, left }): Shortage[] => {
      if (left >= 0) return [];
      return [left < -reserve / 2 ? { ...DISK_IS_SHORT, stops: EVERYTHING } : DISK_IS_SHORT];
    });
    const size = blobs || data;
    const most = this.options.blobBytes ?? STORAGE_LIMITS.blobShare * size.blocks * size.bsize;
    void this.weighIfDue();
    const used = [...this.blobUse.values()].reduce((sum, bytes) => sum + bytes, 0);
    if (used > most) shortages.push({ words: 'the room for files is used up', stops: KEEPING });
    return shortages;
  }

  /** A large store takes a while; nobody waits for that. While it is over its quota it is weighed again and again. */
  private async weighIfDue(): Promise<void> {
    const seconds = this.shortages.length > 0 ? STORAGE_LIMITS.lookSeconds : STORAGE_LIMITS.weighSeconds;
    if (this.isWeighing || Date.now() - this.weighedAtMs < seconds * 1000) return;
    this.isWeighing = true;
    try {
      this.blobUse = await this.options.weigh(() => this.isStopped);
    } catch (error) {
      this.options.log.warn({ err: error }, 'the blobs could not be weighed');
    }
    this.weighedAtMs = Date.now();
    this.isWeighing = false;
  }

  private async lookAtRedis(): Promise<Shortage[]> {
    const info = await this.options.redis.info('memory');
    const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
    const [most, used] = [read('maxmemory') || Infinity, read('used_memory')];
    this.leftRedisBytes = most * STORAGE_LIMITS.redisShareToKeep - used;
    if (this.leftRedisBytes >= 0) return [];
    return [
      used > most * STORAGE_LIMITS.redisShareToRender ? { ...REDIS_IS_SHORT, stops: EVERYTHING } : REDIS_IS_SHORT,
    ];
  }
}
