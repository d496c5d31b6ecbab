'use client';

import type { ReactNode } from 'react';
import { IntlProvider } from 'use-intl';
import type { Locale } from '@/core/locale';
import type { Messages } from '@/messages';
import { setMessages } from './translator';

interface PageIntlProps {
  readonly locale: Locale;
  readonly messages: Partial<Messages>;
  readonly children: ReactNode;
}

/** A browser has its own. A server without one would warn of that with each page, and print a stack for a second. */
const TIME_ZONE = typeof window === 'undefined' ? 'UTC' : undefined;

/** Gives a page its language: to components, and in the browser also to what is no component. */
export function PageIntl({ locale, messages, children }: PageIntlProps) {
  if (typeof window !== 'undefined') setMessages(locale, messages);
  return (
    <IntlProvider locale={locale} messages={messages as Messages} timeZone={TIME_ZONE}>
      {children}
    </IntlProvider>
  );
}
