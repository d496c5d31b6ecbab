'use client';

import { useCallback, useState, useSyncExternalStore } from 'react';

export const IS_STACKED = '(max-width: 899px) and (min-height: 501px)';
/** Upright or lying: turning it must not bring another editor, with another cursor and nothing to undo. */
export const IS_PHONE = '(max-width: 767px), (pointer: coarse) and (max-height: 500px)';

/** Code and picture are on screens of their own. */
export const IS_TABBED = '(max-width: 767px)';

/** True from the first time on. A phone loads what is behind another screen when somebody goes there. */
export function useLatch(isWanted: boolean): boolean {
  const [wasWanted, setWanted] = useState(isWanted);
  if (isWanted && !wasWanted) setWanted(true);
  return isWanted || wasWanted;
}

/** Undefined until the page is alive: the server does not know the screen. */
export function useMediaQuery(query: string): boolean | undefined {
  const subscribe = useCallback(
    (tell: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', tell);
      return () => list.removeEventListener('change', tell);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => undefined,
  );
}
