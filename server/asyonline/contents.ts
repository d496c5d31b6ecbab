import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { RESTORE_LIMITS, SUBMISSION_LIMITS } from '@/core/limits';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';

/**
 * The content store behind `restore` (docs/asyonline.md, 11 and 14): file contents by their SHA-256, shared by all
 * fronts, for a limited time and in limited memory. Knowing the hash of a whole file is the only way to get it back.
 * Large contents each front keeps in its own memory: a page asks for them with every key.
 */

const remember = loadScript('remember');
const recall = loadScript('recall');

export class Contents {
  private readonly large: LRUCache<string, Uint8Array>;

  constructor(
    private readonly redis: Redis,
    private readonly limits: { readonly keepSeconds: number; readonly maxBytes: number },
  ) {
    this.large = new LRUCache({
      maxSize: RESTORE_LIMITS.maxLargeBytes,
      sizeCalculation: ({ length }) => length,
      ttl: limits.keepSeconds * 1000,
      updateAgeOnGet: true,
    });
  }

  async remember(hash: string, bytes: Uint8Array): Promise<void> {
    if (bytes.length > SUBMISSION_LIMITS.largeFileBytes) {
      // A copy would be hashed anew.
      this.large.set(hash, bytes);
      return;
    }
    const { keepSeconds, maxBytes } = this.limits;
    const keys = [KEYS.content(hash), KEYS.contentUse, KEYS.contentSizes, KEYS.contentTotal];
    await remember.run(this.redis, keys, [
      hash,
      Buffer.from(bytes),
      Date.now(),
      keepSeconds * 1000,
      maxBytes,
      KEYS.content(''),
    ]);
  }

  async recall(hashes: readonly string[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    for (const hash of hashes) {
      const bytes = this.large.get(hash);
      if (bytes) found.set(hash, bytes);
    }
    const others = hashes.filter((hash) => !found.has(hash));
    if (others.length === 0) return found;
    const keys = [KEYS.contentUse, ...others.map((hash) => KEYS.content(hash))];
    const args = [Date.now(), this.limits.keepSeconds * 1000, ...others];
    const answers = (await recall.runBytes(this.redis, keys, args)) as (Buffer | null)[];
    others.forEach((hash, i) => {
      const bytes = answers[i];
      if (bytes) found.set(hash, bytes);
    });
    return found;
  }
}
