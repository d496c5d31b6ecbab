'use client';

import { useSearchParams } from 'next/navigation';
import { useCallback } from 'react';

/** What is searched for: it stands in the address, so that it can be kept and sent. */
export function useQueryText(): [text: string, setText: (text: string) => void] {
  const text = useSearchParams()?.get('q') ?? '';
  const setText = useCallback((next: string) => {
    const { pathname } = window.location;
    window.history.replaceState(null, '', next === '' ? pathname : `${pathname}?q=${encodeURIComponent(next)}`);
  }, []);
  return [text, setText];
}
