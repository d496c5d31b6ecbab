'use client';

import { useEffect } from 'react';
import { usePlayground } from '@/components/workbench/context';

/** Longer than any window takes to come, unless it does not come at all. */
const HELD_MS = 3000;

/** While a window that was asked for is on its way, what is typed is meant for it and not for the code behind it. */
export function HeldKeys() {
  const isAwaited = usePlayground(({ dialog }) => dialog !== undefined);
  useEffect(() => {
    if (!isAwaited) return;
    const end = new AbortController();
    const hold = (event: KeyboardEvent) => {
      if (event.key === 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', hold, { capture: true, signal: end.signal });
    const late = setTimeout(() => end.abort(), HELD_MS);
    return () => {
      clearTimeout(late);
      end.abort();
    };
  }, [isAwaited]);
  return null;
}
