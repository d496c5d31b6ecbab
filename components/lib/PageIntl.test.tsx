import { renderToString } from 'react-dom/server';
import { useTranslations } from 'use-intl';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { messagesFor } from '@/messages';
import { PageIntl } from './PageIntl';

function Sample() {
  return <p>{useTranslations('common')('cancel')}</p>;
}

afterEach(() => vi.restoreAllMocks());

describe('PageIntl', () => {
  it('makes a page on the server without a word in its log', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const html = renderToString(
      <PageIntl locale="fr" messages={messagesFor('fr', ['common'])}>
        <Sample />
      </PageIntl>,
    );
    expect(html).toBe('<p>Annuler</p>');
    expect([...warn.mock.calls, ...error.mock.calls]).toEqual([]);
  });
});
