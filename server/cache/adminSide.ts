import { success } from '@/core/result';
import type { ControlStore } from '../admin/controlStore';
import type { Panel } from '../admin/hub';
import type { ActionsAbout } from '../admin/adminAction';
import { panel } from '../admin/panels';
import type { CacheStore } from './store';

/** What the cache brings to the admin page: how much it holds, how often it helped here, and an action that empties it. */

export function cachePanels(
  store: CacheStore,
  uses: () => Promise<Readonly<Record<string, number>>>,
): Record<'cache', Panel> {
  return {
    cache: panel<'cache'>(2000, async () => ({
      ...(await store.size()),
      memoryBytes: store.memoryBytes,
      uses: await uses(),
    })),
  };
}

export function cacheActions(store: CacheStore, controls: ControlStore): ActionsAbout<'cache'> {
  return {
    'cache.clear': async () => {
      const { entries } = await store.size();
      await store.clear();
      // Every front forgets what it has in memory when it hears of this.
      await controls.change((control) => ({ ...control, cacheClearedAtMs: Date.now() }));
      return success({ what: 'the cache', before: `${entries} renders`, after: 'empty' });
    },
  };
}
