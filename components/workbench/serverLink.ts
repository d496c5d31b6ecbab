import { after } from '@/components/lib/timers';
import type { Gateway } from './gateway';
import { Checker } from '@/components/connection/checker';
import { PageSocket } from '@/components/connection/pageSocket';

/** Binds the state to the server's other services: checks of the syntax, and word of how busy it is. Returns what ends it. */
export function openServerLink(gateway: Gateway, isRenderedAtOnce: () => boolean): () => void {
  const line: PageSocket = new PageSocket({
    connected: () => checker.changed(),
    load: (load) => gateway.hearLoad(load),
    notice: (words) => gateway.layout.receiveNotice(words),
  });
  const checker = new Checker({
    newest: () => gateway.newestCheck(),
    check: (request) => line.check(request),
    isRenderedAtOnce,
    found: (revision, output) => gateway.checked(revision, output),
    after,
  });
  const unsubscribe = gateway.store.subscribe((state, before) => {
    if (state.draft.files !== before.draft.files || state.draft.main !== before.draft.main) checker.changed();
  });
  const reconnect = () => line.reconnect();
  window.addEventListener('online', reconnect);
  return () => {
    window.removeEventListener('online', reconnect);
    unsubscribe();
    checker.close();
    line.close();
  };
}
