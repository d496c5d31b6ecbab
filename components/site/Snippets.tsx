'use client';

import { useState } from 'react';
import { Choice } from '@/components/ui/Choice';
import { EMBED_VIEWS, snippets } from '@/core/links/snippets';
import { CopyField } from '@/components/ui/CopyField';

interface SnippetsProps {
  readonly base: string;
  readonly link: { readonly id: string; readonly title: string; readonly width?: number; readonly height?: number };
}

const VIEW_TEXT = { figure: 'Figure', code: 'Figure and code', try: 'Editable' } as const;

/** The address of a link, and what to copy into pages and documents. */
export function Snippets({ base, link }: SnippetsProps) {
  const [view, setView] = useState(EMBED_VIEWS[0] ?? 'figure');
  return (
    <div className="flex flex-col gap-3">
      {snippets(base, link, view).map(({ name, text }) => (
        <CopyField key={name} label={name} text={text} />
      ))}
      <Choice
        label="Embed"
        value={view}
        options={EMBED_VIEWS.map((value) => ({ value, words: VIEW_TEXT[value] }))}
        onChoose={setView}
      />
    </div>
  );
}
