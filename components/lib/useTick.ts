'use client';

import { useEffect, useState } from 'react';

const TICK_MS = 100;

/** The time of `performance.now()`, renewed ten times a second while `isTicking`. 0 before the first tick. */
export function useTick(isTicking: boolean): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (!isTicking) return;
    const timer = setInterval(() => setNow(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}
