'use client';

import { PageIntl } from '@/components/lib/PageIntl';
import { Rescue } from '@/components/playground/Rescue';
import { common } from '@/messages/en/common';
import './globals.css';

/** In the place of everything, where even the frame of the pages broke, and with it what knows the language. */
export default function GlobalError({ reset }: { readonly reset: () => void }) {
  return (
    <html lang="en">
      <body>
        <title>Something went wrong · Asyground</title>
        <PageIntl locale="en" messages={{ common }}>
          <Rescue onRetry={reset} />
        </PageIntl>
      </body>
    </html>
  );
}
