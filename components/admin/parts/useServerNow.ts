'use client';

import { useEffect, useState } from 'react';
import { useAdminState } from './context';

const TICK_MS = 1000;

/** The time by the server's clock, renewed every second; it stands while nothing is heard of the server. */
export function useServerNow(): number {
  const stoppedAtMs = useAdminState(({ isConnected, heardAtMs }) => (isConnected ? undefined : heardAtMs));
  const aheadMs = useAdminState(({ clockAheadMs }) => clockAheadMs);
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    if (stoppedAtMs !== undefined) return;
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [stoppedAtMs]);
  return (stoppedAtMs ?? nowMs) + aheadMs;
}
