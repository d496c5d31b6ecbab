import { z } from 'zod';
import type { ControlDesk } from '../admin/controlDesk';
import type { Panel } from '../admin/hub';
import { lever, type Levers } from '../admin/lever';
import { panel } from '../admin/panels';
import type { CacheStore } from './store';

/** What the cache brings to the admin page: how much it holds, how often it helped here, and a lever that empties it. */

export function cachePanels(
  store: CacheStore,
  uses: () => Promise<Readonly<Record<string, number>>>,
): Record<string, Panel> {
  return {
    cache: panel(2000, async () => ({ ...(await store.size()), memoryBytes: store.memoryBytes, uses: await uses() })),
  };
}

export function cacheLevers(store: CacheStore, desk: ControlDesk): Levers {
  return {
    'cache.clear': lever('operator', z.object({}), async () => {
      const { entries } = await store.size();
      await store.clear();
      // Every front forgets what it has in memory when it hears of this.
      await desk.change((control) => ({ ...control, cacheClearedAtMs: Date.now() }));
      return { what: 'the cache', before: `${entries} renders`, after: 'empty' };
    }),
  };
}
