'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FLAT_BUTTON, OUTLINE_BUTTON } from '@/components/ui/classes';
import { LINK_LIMITS } from '@/core/links/limits';
import { at } from '@/core/basePath';

type State = 'closed' | 'open' | 'sending' | 'sent' | 'failed';

/** "Report this": tells whoever runs the service that a link should not be there. */
export function ReportForm({ id }: { readonly id: string }) {
  const t = useTranslations('site');
  const [state, setState] = useState<State>('closed');
  const [words, setText] = useState('');
  if (state === 'sent') return <p role="status">{t('report.sent')}</p>;
  if (state === 'closed') {
    return (
      <button type="button" className={`${FLAT_BUTTON} text-muted`} onClick={() => setState('open')}>
        {t('report.open')}
      </button>
    );
  }
  const send = async () => {
    setState('sending');
    const response = await fetch(at(`/api/links/${id}/report`), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ words }),
    }).catch(() => undefined);
    setState(response?.ok ? 'sent' : 'failed');
  };
  return (
    <form
      className="flex w-full max-w-md flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <label className="flex flex-col gap-1">
        {t('report.question')}
        <textarea
          required
          rows={3}
          maxLength={LINK_LIMITS.maxReportCharacters}
          value={words}
          onChange={({ target }) => setText(target.value)}
          className="rounded-md border border-line bg-surface px-2 py-1"
        />
      </label>
      {state === 'failed' && <p role="alert">{t('report.failed')}</p>}
      <button type="submit" className={`${OUTLINE_BUTTON} self-start`} disabled={state === 'sending'}>
        {t('report.send')}
      </button>
    </form>
  );
}
