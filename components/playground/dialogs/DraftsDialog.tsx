'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { searchText } from '@/components/lib/search';
import { textOf } from '@/components/model/draft';
import { shownPicture } from '@/components/model/state';
import { titleOf, versionPicture, type VersionPicture } from '@/components/model/version';
import { useWorkbench } from '@/components/workbench/context';
import type { SavedDraft } from '@/components/workbench/savedDrafts';
import { PlaygroundDialog } from './PlaygroundDialog';
import { CARDS, SavedCard } from './SavedCard';

/** Nobody looks through more; the search finds them. */
const MAX_SHOWN = 200;

/** Every drawing this browser keeps: found, named, opened again, deleted. */
export function DraftsDialog() {
  const t = useTranslations('playground');
  return (
    <PlaygroundDialog name="drafts" title={t('drafts.title')} className="w-[min(64rem,calc(100vw-2rem))]">
      <DraftList />
    </PlaygroundDialog>
  );
}

interface Listed {
  readonly drafts: readonly SavedDraft[];
  /** By the id of the draft: the picture of its newest version, or the one on the screen. */
  readonly pictures: ReadonlyMap<string, VersionPicture | undefined>;
}

function DraftList() {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  const [listed, setListed] = useState<Listed | 'refused'>();
  const [query, setQuery] = useState('');
  useEffect(() => {
    const list = async () => {
      const [drafts, versions] = await Promise.all([
        workbench.saved?.list() ?? [],
        workbench.versions.list().catch(() => []),
      ]);
      const pictures = new Map(versions.toReversed().flatMap((v) => (v.picture ? [[v.draft.id, v.picture]] : [])));
      const { state } = workbench;
      const shown = versionPicture(shownPicture(state));
      if (shown !== undefined) pictures.set(state.draft.id, shown);
      setListed({ drafts, pictures });
    };
    const listSafely = () => void list().catch(() => setListed('refused'));
    listSafely();
    return workbench.saved?.onChange(listSafely);
  }, [workbench]);

  if (listed === undefined) return <p className="p-4 text-muted">{t('history.loading')}</p>;
  if (listed === 'refused') return <p className="p-4 text-muted">{t('drafts.refused')}</p>;
  if (listed.drafts.length === 0) return <p className="p-4 text-muted">{t('drafts.none')}</p>;
  const found = searchText(
    listed.drafts,
    query,
    ({ kept }) => `${titleOf(kept)} ${kept.files.map(({ name }) => `${name} ${textOf(kept, name)}`).join(' ')}`,
    ({ kept }) => titleOf(kept),
  );
  return (
    <>
      <input
        data-first-focus
        type="search"
        aria-label={t('drafts.search')}
        placeholder={t('drafts.search')}
        className="mx-4 mt-3 h-9 shrink-0 rounded-md border border-edge bg-surface px-3 placeholder:text-muted"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      <div className="overflow-auto p-4">
        {found.length === 0 && <p className="text-muted">{t('drafts.noMatches')}</p>}
        <ul className={CARDS}>
          {found.slice(0, MAX_SHOWN).map((draft) => (
            <DraftCard key={draft.kept.id} draft={draft} picture={listed.pictures.get(draft.kept.id)} />
          ))}
        </ul>
        {found.length > MAX_SHOWN && (
          <p className="pt-4 text-muted">{t('drafts.more', { count: found.length - MAX_SHOWN })}</p>
        )}
      </div>
    </>
  );
}

function DraftCard({ draft, picture }: { readonly draft: SavedDraft; readonly picture: VersionPicture | undefined }) {
  const t = useTranslations('playground');
  const { saved, gateway } = useWorkbench();
  const { kept, isOpen } = draft;
  const marks = [
    isOpen !== undefined && t(`drafts.${isOpen}`),
    kept.files.length > 1 && t('drafts.files', { count: kept.files.length }),
  ].filter((mark) => mark !== false);
  const open = () => (isOpen === 'here' ? gateway.layout.openDialog(undefined) : void saved?.open(draft));
  return (
    <SavedCard
      title={titleOf(kept)}
      at={kept.savedAt}
      mark={marks.length > 0 ? marks.join(', ') : undefined}
      picture={picture}
      onOpen={open}
      onRename={isOpen === 'elsewhere' ? undefined : (name) => void saved?.rename(draft, name)}
      onDelete={isOpen === undefined ? () => void saved?.remove(draft) : undefined}
    />
  );
}
