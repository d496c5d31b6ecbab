'use client';

import { useSyncExternalStore } from 'react';

/** Which keys the person's keyboard has. */
export function isMac(): boolean {
  return /Mac|iPhone|iPad/.test(navigator.userAgent);
}

const never = () => () => {};

/** False until the page is alive: the server does not know. */
export function useIsMac(): boolean {
  return useSyncExternalStore(never, isMac, () => false);
}
