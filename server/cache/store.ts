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

export interface CacheLimits {
  readonly memoryBytes: number;
  readonly storeBytes: number;
}

const keepScript = loadScript('cacheKeep');
const INDEX = [KEYS.cacheUse, KEYS.cacheSizes, KEYS.cacheTotal];

export class CacheStore {
  private readonly memory: LRUCache<string, CacheEntry> | undefined;

  constructor(
    private readonly redis: Redis,
    private readonly blobs: Blobs,
    private readonly limits: CacheLimits,
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
    return this.memory?.get(key);
  }

  /** From the blob store. */
  async find(key: string): Promise<CacheEntry | undefined> {
    if (this.limits.storeBytes === 0) return undefined;
    const [known, bytes] = await Promise.all([this.redis.zscore(KEYS.cacheUse, key), this.blobs.get(blobName(key))]);
    if (known === null || bytes === undefined) return undefined;
    const entry = decodeEntry(bytes);
    if (entry === undefined) return undefined;
    this.memory?.set(key, entry);
    await this.redis.zadd(KEYS.cacheUse, 'XX', Date.now(), key);
    return entry;
  }

  async keep(key: string, entry: CacheEntry): Promise<void> {
    this.memory?.set(key, entry);
    if (this.limits.storeBytes === 0) return;
    const bytes = encodeEntry(entry);
    await this.blobs.put(blobName(key), bytes);
    const leaving = await keepScript.run(this.redis, INDEX, [key, bytes.length, Date.now(), this.limits.storeBytes]);
    for (const old of leaving as string[]) await this.blobs.remove(blobName(old));
  }
}

function blobName(key: string): string {
  return `cache/${key}`;
}
