'use client';

import { useEffect } from 'react';
import { Rescue } from '@/components/playground/Rescue';

/** In the place of a page that broke. Next has logged why. */
export default function ErrorPage({ reset }: { readonly reset: () => void }) {
  useEffect(() => {
    document.title = 'Something went wrong · Asyground';
  }, []);
  return <Rescue onRetry={reset} />;
}
