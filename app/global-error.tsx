'use client';

import { Rescue } from '@/components/playground/Rescue';
import './globals.css';

/** In the place of everything, where even the frame of the pages broke. */
export default function GlobalError({ reset }: { readonly reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Asyground</title>
        <Rescue onRetry={reset} />
      </body>
    </html>
  );
}
