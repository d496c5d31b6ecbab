'use client';

import { Box, Braces, Hash, Shapes, Variable } from 'lucide-react';
import { useTranslations } from 'use-intl';
import { PlaygroundDialog } from './PlaygroundDialog';
import { Finder } from '@/components/ui/Finder';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { lineEntry, matchEntries, outlineEntries, type OutlineEntry } from '@/components/model/outline';

const ICONS = {
  function: Braces,
  variable: Variable,
  parameter: Variable,
  struct: Box,
  type: Shapes,
  line: Hash,
} as const;

/** What the programs define, found by typing, and any line by its number; a choice leads there. */
export function OutlineDialog() {
  const t = useTranslations('playground');
  return (
    <PlaygroundDialog name="outline" title={t('outline.title')}>
      <Names />
    </PlaygroundDialog>
  );
}

function Names() {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  const draft = usePlayground((state) => state.draft);
  const entries = outlineEntries(draft);
  return (
    <Finder
      label={t('outline.search')}
      listLabel={t('outline.list')}
      nothing={entries.length === 0 ? t('outline.none') : t('noMatches')}
      find={(query) => {
        const line = lineEntry(draft, query);
        return line === undefined ? matchEntries(entries, query) : [line];
      }}
      keyOf={({ place }) => `${place.file}-${place.line}-${place.column}`}
      row={(entry) => <Name entry={entry} />}
      onChoose={({ place }) => {
        workbench.gateway.layout.openDialog(undefined);
        requestAnimationFrame(() => workbench.editor.reveal(place));
      }}
    />
  );
}

function Name({ entry: { kind, signature, container, place } }: { readonly entry: OutlineEntry }) {
  const t = useTranslations('playground');
  const Icon = ICONS[kind];
  return (
    <>
      <Icon size={15} strokeWidth={1.75} aria-hidden className="shrink-0" />
      <span className="sr-only">{t(`outline.kinds.${kind}`)} </span>
      <span className={`min-w-0 truncate font-mono text-xs ${container === undefined ? '' : 'pl-4'}`}>{signature}</span>
      <span className="ml-auto shrink-0 text-xs text-muted">
        {place.file}:{place.line}
      </span>
    </>
  );
}
