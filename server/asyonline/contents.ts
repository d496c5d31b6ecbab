import type { Redis } from 'ioredis';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';

/**
 * The content store behind `restore` (docs/asyonline.md, 11 and 14): file contents by their SHA-256, shared by all
 * fronts, for a limited time and in limited memory. Knowing the hash of a whole file is the only way to get it back.
 */

const remember = loadScript('remember');
const recall = loadScript('recall');

export class Contents {
  constructor(
    private readonly redis: Redis,
    private readonly limits: { readonly keepSeconds: number; readonly maxBytes: number },
  ) {}

  async remember(hash: string, bytes: Uint8Array): Promise<void> {
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
    const keys = [KEYS.contentUse, ...hashes.map((hash) => KEYS.content(hash))];
    const args = [Date.now(), this.limits.keepSeconds * 1000, ...hashes];
    const found = new Map<string, Uint8Array>();
    const answers = (await recall.runBytes(this.redis, keys, args)) as (Buffer | null)[];
    hashes.forEach((hash, i) => {
      const bytes = answers[i];
      if (bytes) found.set(hash, bytes);
    });
    return found;
  }
}
