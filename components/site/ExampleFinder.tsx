'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { groupExamples, type Example } from '@/components/model/example';
import { ExampleCard } from './ExampleCard';
import { at } from '@/core/basePath';

interface ExampleFinderProps {
  readonly examples: readonly Example[];
  /** Without it an example is a link to the playground. */
  readonly onOpen?: (example: Example) => void;
}

const CARD = 'block size-full rounded-md border border-line bg-surface hover:border-edge';

/** The examples by group, with a search above them. */
export function ExampleFinder({ examples, onOpen }: ExampleFinderProps) {
  const t = useTranslations('site');
  const [query, setQuery] = useState('');
  const groups = groupExamples(examples, query);
  return (
    <>
      <input
        data-first-focus
        type="search"
        aria-label={t('gallery.search')}
        placeholder={t('gallery.search')}
        className="my-3 h-9 w-full shrink-0 rounded-md border border-edge bg-surface px-3 placeholder:text-muted"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {groups.map(({ group, examples: some }) => (
        <section key={group} aria-label={group}>
          <h2 className="mt-4 mb-2 text-base font-semibold">{group}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,100%),1fr))] gap-3">
            {some.map((example) => (
              <li key={example.name}>
                {onOpen ? (
                  <button type="button" className={CARD} onClick={() => onOpen(example)}>
                    <ExampleCard example={example} />
                  </button>
                ) : (
                  <a href={at(`/?example=${example.name}`)} className={CARD}>
                    <ExampleCard example={example} />
                  </a>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {groups.length === 0 && <p className="py-6 text-muted">{t('gallery.noMatches')}</p>}
    </>
  );
}
