import { LRUCache } from 'lru-cache';
import type { Redis } from 'ioredis';
import type { Blobs } from '@/platform/blobs/blobs';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import { decodeEntry, encodeEntry, type CacheEntry } from './entry';

/**
 * Where renders are kept, in two tiers (docs/render-api.md, 12): the latest in this front's memory, many more in the
 * blob store, which all fronts share and which outlives them. Redis knows what the blob store holds, and which of it was
 * used longest ago: that goes first.
 */

interface CacheLimits {
  readonly memoryBytes: number;
  readonly storeBytes: number;
}

const keepScript = loadScript('cacheKeep');
const TELL_MS = 5000;
const INDEX = [KEYS.cacheUse, KEYS.cacheSizes, KEYS.cacheTotal];

export class CacheStore {
  private readonly memory: LRUCache<string, CacheEntry> | undefined;
  private readonly used = new Set<string>();
  private telling: NodeJS.Timeout | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly blobs: Blobs,
    private readonly limits: CacheLimits,
    /** Whether there is room on the disk. */
    private readonly mayStore: () => boolean = () => true,
  ) {
    if (limits.memoryBytes > 0)
      this.memory = new LRUCache({ maxSize: limits.memoryBytes, sizeCalculation: ({ size }) => size });
  }

  /** Of the first tier, in bytes. */
  get memoryBytes(): number {
    return this.memory?.calculatedSize ?? 0;
  }

  /** Of the tier that all fronts share. */
  async size(): Promise<{ entries: number; storeBytes: number }> {
    const [entries, total] = await Promise.all([this.redis.zcard(KEYS.cacheUse), this.redis.get(KEYS.cacheTotal)]);
    return { entries, storeBytes: Number(total ?? 0) };
  }

  /** Empties both tiers; other fronts forget what is in their memory by themselves. */
  async clear(): Promise<void> {
    await this.redis.del(...INDEX);
    await this.blobs.removeAll('cache');
    this.forget();
  }

  forget(): void {
    this.memory?.clear();
  }

  /** From memory, at once. */
  recent(key: string): CacheEntry | undefined {
    const entry = this.memory?.get(key);
    if (entry !== undefined) this.noteUse(key);
    return entry;
  }

  /** From the blob store. */
  async find(key: string): Promise<CacheEntry | undefined> {
    if (this.limits.storeBytes === 0) return undefined;
    if ((await this.redis.zscore(KEYS.cacheUse, key)) === null) return undefined;
    const bytes = await this.blobs.get(blobName(key));
    const entry = bytes && decodeEntry(bytes);
    if (entry === undefined) return undefined;
    this.memory?.set(key, entry);
    this.noteUse(key);
    return entry;
  }

  /** In memory alone. */
  keepHere(key: string, entry: CacheEntry): void {
    this.memory?.set(key, entry);
  }

  /** In memory last: what was found there once is found after a restart, too. */
  async keep(key: string, entry: CacheEntry): Promise<void> {
    try {
      if (this.limits.storeBytes > 0 && this.mayStore()) await this.store(key, entry);
    } finally {
      this.memory?.set(key, entry);
    }
  }

  private async store(key: string, entry: CacheEntry): Promise<void> {
    const bytes = encodeEntry(entry);
    await this.blobs.put(blobName(key), bytes);
    const leaving = await keepScript.run(this.redis, INDEX, [key, bytes.length, Date.now(), this.limits.storeBytes]);
    for (const old of leaving as string[]) await this.blobs.remove(blobName(old));
  }

  /** What is used often is told once in a while: the order of the oldest need not be exact. */
  private noteUse(key: string): void {
    this.used.add(key);
    this.telling ??= setTimeout(() => {
      const told = [...this.used].flatMap((used) => [Date.now(), used]);
      this.used.clear();
      this.telling = undefined;
      // Lost with Redis: then some are thrown away earlier than they should be.
      this.redis.zadd(KEYS.cacheUse, 'XX', ...told).catch(() => undefined);
    }, TELL_MS).unref();
  }
}

function blobName(key: string): string {
  return `cache/${key}`;
}
