import type { after as later } from '@/components/lib/timers';
import type { Gateway } from './gateway';

/** No red, no dimmed picture and no banner until nothing has been typed for so long, and while no completion is open. */
const PAUSE_MS = 1500;
const LOOK_AGAIN_MS = 250;

/** Notices when somebody who typed pauses. Returns what ends it. */
export function watchTyping(gateway: Gateway, isCompleting: () => boolean, after: typeof later): () => void {
  let cancel: (() => void) | undefined;
  const pause = () => {
    cancel = after(PAUSE_MS, () => (isCompleting() ? wait() : gateway.draft.endTyping()));
  };
  /** The key that closes completions is one, too. */
  const wait = () => {
    if (isCompleting()) cancel = after(LOOK_AGAIN_MS, wait);
    else pause();
  };
  const unsubscribe = gateway.store.subscribe((state, before) => {
    if (!state.isTyping || state.revision === before.revision) return;
    cancel?.();
    pause();
  });
  return () => {
    cancel?.();
    unsubscribe();
  };
}
