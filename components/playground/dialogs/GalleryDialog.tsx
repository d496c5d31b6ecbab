'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { PlaygroundDialog } from './PlaygroundDialog';
import { useWorkbench } from '@/components/workbench/context';
import { ExampleCard } from '@/components/site/ExampleCard';
import { groupExamples, type Example } from '@/components/model/example';

/** The gallery over the playground: what is chosen opens as a new draft, and the one before can be had back. */
export function GalleryDialog({ examples }: { readonly examples: readonly Example[] }) {
  const t = useTranslations('playground');
  return (
    <PlaygroundDialog name="gallery" title={t('gallery.title')} className="w-[min(64rem,calc(100vw-2rem))]">
      <Examples examples={examples} />
    </PlaygroundDialog>
  );
}

function Examples({ examples }: { readonly examples: readonly Example[] }) {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  const [query, setQuery] = useState('');
  const groups = groupExamples(examples, query);
  return (
    <>
      <input
        data-first-focus
        type="search"
        aria-label={t('gallery.search')}
        placeholder={t('gallery.search')}
        className="mx-4 mt-3 h-9 shrink-0 rounded-md border border-edge bg-surface px-3 placeholder:text-muted"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <div className="min-h-[40vh] overflow-auto px-4 pb-4">
        {groups.map(({ group, examples: some }) => (
          <section key={group} aria-label={group}>
            <h3 className="mt-4 mb-2 font-semibold">{group}</h3>
            <div className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-3">
              {some.map((example) => (
                <button
                  key={example.name}
                  type="button"
                  className="rounded-md border border-line bg-surface hover:border-edge"
                  onClick={() => void workbench.openExample(example)}
                >
                  <ExampleCard example={example} />
                </button>
              ))}
            </div>
          </section>
        ))}
        {groups.length === 0 && <p className="py-6 text-muted">{t('noMatches')}</p>}
      </div>
    </>
  );
}
