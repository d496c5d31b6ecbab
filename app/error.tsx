'use client';

import { useEffect } from 'react';
import { useTranslations } from 'use-intl';
import { Rescue } from '@/components/playground/Rescue';

/** In the place of a page that broke. Next has logged why. */
export default function ErrorPage({ reset }: { readonly reset: () => void }) {
  const title = useTranslations('site')('error.title');
  useEffect(() => {
    document.title = title;
  }, [title]);
  return <Rescue onRetry={reset} />;
}
