'use client';

import { GitCompare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Versions as EditorVersions } from '@/components/editor/loadMonaco';
import { formatKeys } from '@/components/lib/keys';
import { useIsMac } from '@/components/lib/platform';
import { IS_PHONE, useMediaQuery } from '@/components/lib/useMediaQuery';
import { textOf } from '@/components/model/draft';
import { titleOf, type Version } from '@/components/model/version';
import { FLAT_BUTTON, OUTLINE_BUTTON } from '@/components/ui/classes';
import { lazyPart } from '@/components/ui/lazyPart';
import { Tooltip } from '@/components/ui/Tooltip';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { PlaygroundDialog } from './PlaygroundDialog';
import { CARDS, SavedCard } from './SavedCard';

const Comparison = lazyPart('comparison', () => import('@/components/editor/Comparison'));

/** Earlier versions with their pictures. One that is opened takes the place of the draft, which goes into the history. */
export function HistoryDialog({ versions }: { readonly versions: EditorVersions }) {
  const t = useTranslations('playground');
  return (
    <PlaygroundDialog name="history" title={t('history.title')} className="w-[min(64rem,calc(100vw-2rem))]">
      <Versions editor={versions} />
    </PlaygroundDialog>
  );
}

function Versions({ editor }: { readonly editor: EditorVersions }) {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  const isMac = useIsMac();
  const id = usePlayground(({ draft }) => draft.id);
  const [compared, setCompared] = useState<Version>();
  const [versions, setVersions] = useState<readonly Version[]>();
  useEffect(() => {
    const list = () => void workbench.versions.list().then(setVersions, () => setVersions([]));
    list();
    return workbench.versions.onChange(list);
  }, [workbench]);

  if (versions === undefined) return <p className="p-4 text-muted">{t('history.loading')}</p>;
  if (versions.length === 0) {
    return <p className="p-4 text-muted">{t('history.none', { keys: formatKeys('Mod+S', isMac) })}</p>;
  }
  if (compared !== undefined)
    return <ComparedVersion version={compared} editor={editor} onBack={() => setCompared(undefined)} />;
  const groups = [
    { title: t('history.own'), some: versions.filter(({ draft }) => draft.id === id) },
    { title: t('history.others'), some: versions.filter(({ draft }) => draft.id !== id) },
  ];
  return (
    <div className="overflow-auto p-4 pt-0">
      {groups.map(
        ({ title, some }) =>
          some.length > 0 && (
            <section key={title} aria-label={title}>
              <h3 className="mt-4 mb-2 font-semibold">{title}</h3>
              <ul className={CARDS}>
                {some.map((version) => (
                  <VersionCard key={version.id} version={version} onCompare={() => setCompared(version)} />
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  );
}

function VersionCard({ version, onCompare }: { readonly version: Version; readonly onCompare: () => void }) {
  const t = useTranslations('playground');
  const { drafts } = useWorkbench();
  // Monaco does not work on a phone.
  const canCompare = !useMediaQuery(IS_PHONE);
  const title = titleOfVersion(version);
  return (
    <SavedCard
      title={title}
      at={version.at}
      mark={version.isKept ? t('history.kept') : undefined}
      picture={version.picture}
      onOpen={() => void drafts.openVersion(version)}
      onRename={(name) => void drafts.nameVersion(version, name)}
      onDelete={() => void drafts.deleteVersion(version)}
    >
      {canCompare && (
        <Tooltip text={t('history.compare')}>
          <button
            type="button"
            className={FLAT_BUTTON}
            aria-label={t('saved.compare', { name: title })}
            onClick={onCompare}
          >
            <GitCompare size={14} aria-hidden />
          </button>
        </Tooltip>
      )}
    </SavedCard>
  );
}

interface ComparedVersionProps {
  readonly version: Version;
  readonly editor: EditorVersions;
  readonly onBack: () => void;
}

/** The main file of a version beside that of the draft. */
function ComparedVersion({ version, editor, onBack }: ComparedVersionProps) {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  const draft = usePlayground((state) => state.draft);
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-4 py-2">
        <p className="mr-auto">{t('history.compared', { name: titleOfVersion(version) })}</p>
        <button type="button" className={OUTLINE_BUTTON} onClick={onBack}>
          {t('history.back')}
        </button>
        <button type="button" className={OUTLINE_BUTTON} onClick={() => void workbench.drafts.openVersion(version)}>
          {t('history.restore')}
        </button>
      </div>
      <div className="h-[60vh]">
        <Comparison
          versions={editor}
          before={textOf(version.draft, version.draft.main)}
          after={textOf(draft, draft.main)}
        />
      </div>
    </>
  );
}

function titleOfVersion({ name, draft }: Version): string {
  return name ?? titleOf(draft);
}
