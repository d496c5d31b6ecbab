'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Choice } from '@/components/ui/Choice';
import { EMBED_VIEWS, snippets } from '@/core/links/snippets';
import { CopyField } from '@/components/ui/CopyField';

interface SnippetsProps {
  readonly base: string;
  readonly link: {
    readonly id: string;
    readonly title: string;
    readonly alt?: string;
    readonly width?: number;
    readonly height?: number;
  };
}

/** The address of a link, and what to copy into pages and documents. */
export function Snippets({ base, link }: SnippetsProps) {
  const t = useTranslations('site');
  const [view, setView] = useState(EMBED_VIEWS[0] ?? 'figure');
  return (
    <div className="flex flex-col gap-3">
      {snippets(base, link, view).map(({ name, text }) => (
        <CopyField key={name} label={name === 'Link' ? t('shared.link') : name} text={text} />
      ))}
      <Choice
        label={t('shared.embed')}
        value={view}
        options={EMBED_VIEWS.map((value) => ({ value, words: t(`shared.views.${value}`) }))}
        onChoose={setView}
      />
    </div>
  );
}
