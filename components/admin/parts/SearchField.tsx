'use client';

import { useEffect, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import { parseQuery, suggestQueries, type Vocabulary } from '@/core/admin/query';
import { FIELD } from '@/components/ui/classes';

interface SearchFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly vocabulary: Vocabulary;
}

/** The address follows when somebody has stopped writing for this long. */
const SETTLE_MS = 250;

/** A query with suggestions for what may come next, which the browser offers as one types. */
export function SearchField({ text, onText, vocabulary }: SearchFieldProps) {
  const t = useTranslations('admin');
  const list = useId();
  const [typed, setTyped] = useState(text);
  const [known, setKnown] = useState(text);
  // From elsewhere: another group was chosen, or one went back.
  if (text !== known) {
    setKnown(text);
    setTyped(text);
  }
  useEffect(() => {
    if (typed === text) return;
    const timer = setTimeout(() => {
      setKnown(typed);
      onText(typed);
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [typed, text, onText]);
  const { wrong } = parseQuery(typed);
  return (
    <label className="flex min-w-0 flex-1 items-center gap-2">
      {t('tasks.filter')}
      <input
        type="search"
        className={`${FIELD} w-full max-w-xl min-w-40 flex-1 font-mono`}
        value={typed}
        list={list}
        maxLength={ADMIN_LIMITS.maxQuery}
        placeholder={t('tasks.filterHint')}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={wrong !== undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {suggestQueries(typed, vocabulary).map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
      {wrong !== undefined && <span className="text-warn">{t('codes.refusal.bad-query', { part: wrong })}</span>}
    </label>
  );
}
