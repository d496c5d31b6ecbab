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

/** Gives a page its language: to components, and in the browser also to what is no component. */
export function PageIntl({ locale, messages, children }: PageIntlProps) {
  if (typeof window !== 'undefined') setMessages(locale, messages);
  return (
    <IntlProvider locale={locale} messages={messages as Messages}>
      {children}
    </IntlProvider>
  );
}
