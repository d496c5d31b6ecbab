import { render, type RenderResult } from '@testing-library/react';
import type { ReactNode } from 'react';
import { PageIntl } from '../PageIntl';
import { messagesFor, NAMESPACES } from '@/messages';

/** As a page would show it, in English. */
export function renderInEnglish(node: ReactNode): RenderResult {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <PageIntl locale="en" messages={messagesFor('en', NAMESPACES)}>
      {children}
    </PageIntl>
  );
  return render(node, { wrapper });
}
