import type { Redis } from 'ioredis';
import { KEYS } from '@/platform/redis/keys';
import { loadScript } from '@/platform/redis/script';
import type { Chore } from './housekeeping';

/** The chores of the product. */

const forgetContents = loadScript('periodicForgetContents');

/**
 * The index of the contents behind `restore` (docs/asyonline.md, 11). Contents leave by themselves when their time is
 * over; their entries would stay until somebody stores something again.
 */
export function contentsChore(redis: Redis, keepSeconds: number): Chore {
  return {
    func: 'asyground.contents',
    everySeconds: 60,
    run: async () => {
      const keys = [KEYS.contentUse, KEYS.contentSizes, KEYS.contentTotal];
      const forget = () =>
        forgetContents.run(redis, keys, [Date.now() - keepSeconds * 1000, KEYS.content('')]) as Promise<number>;
      while ((await forget()) > 0);
    },
  };
}
