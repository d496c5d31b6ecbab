import type { after as later } from '@/components/lib/timers';
import type { Gateway } from './gateway';

/** No red, no dimmed picture and no banner until nothing has been typed for so long, and while no completion is open. */
const PAUSE_MS = 1500;
const LOOK_AGAIN_MS = 250;

/** Notices when somebody who typed pauses. Returns what ends it. */
export function watchTyping(gateway: Gateway, isCompleting: () => boolean, after: typeof later): () => void {
  let cancel: (() => void) | undefined;
  const look = () => {
    if (isCompleting()) cancel = after(LOOK_AGAIN_MS, look);
    else gateway.draft.endTyping();
  };
  const unsubscribe = gateway.store.subscribe((state, before) => {
    if (!state.isTyping || state.revision === before.revision) return;
    cancel?.();
    cancel = after(PAUSE_MS, look);
  });
  return () => {
    cancel?.();
    unsubscribe();
  };
}
