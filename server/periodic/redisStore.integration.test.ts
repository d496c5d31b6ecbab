import { describeStore } from '@/core/periodic/testing/storeSuite';
import type { StoreWorld } from '@/core/periodic/testing/storeWorld';
import { useRedis } from './redis.harness';
import type { RedisStore } from './redisStore';

/** docs/periodic.md, 1 to 8, over a real Redis: the same suite as the store in memory. */

const { clean, openFront } = useRedis();

async function openWorld(count: number): Promise<StoreWorld> {
  const time = { nowMs: 1_700_000_000_400 };
  const open = async (isAlone: boolean) => {
    const { store } = await openFront({ isAlone, nowMs: () => time.nowMs });
    return store;
  };
  await clean();
  const stores: [RedisStore, ...RedisStore[]] = [await open(count === 1)];
  while (stores.length < count) stores.push(await open(false));
  return {
    stores,
    nowMs: () => time.nowMs,
    advance: async (milliseconds) => {
      time.nowMs += milliseconds;
      for (const store of stores) await store.tick();
    },
    restart: async () => {
      const next = await open(true);
      stores.push(next);
      return next;
    },
    close: async () => {
      for (const store of stores) await store.close();
    },
  };
}

describeStore('jobs in Redis, one front', () => openWorld(1), 25);
describeStore('jobs in Redis, three fronts', () => openWorld(3), 25);
