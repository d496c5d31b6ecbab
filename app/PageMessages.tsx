import type { ReactNode } from 'react';
import { PageIntl } from '@/components/lib/PageIntl';
import { messagesFor, type Namespace } from '@/messages';
import { readLocale } from './locale';

/** What every page shows. */
const EVERYWHERE: readonly Namespace[] = ['common', 'ui', 'site'];

interface PageMessagesProps {
  /** The parts that this page shows beside those of every page. */
  readonly of?: readonly Namespace[];
  readonly children: ReactNode;
}

export async function PageMessages({ of = [], children }: PageMessagesProps) {
  const locale = await readLocale();
  return (
    <PageIntl locale={locale} messages={messagesFor(locale, [...EVERYWHERE, ...of])}>
      {children}
    </PageIntl>
  );
}
