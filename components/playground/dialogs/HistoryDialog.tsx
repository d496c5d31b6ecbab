'use client';

import { GitCompare, Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { PlaygroundDialog } from './PlaygroundDialog';
import type { Versions as EditorVersions } from '@/components/editor/loadMonaco';
import { IS_PHONE, useMediaQuery } from '@/components/lib/useMediaQuery';
import { textOf } from '@/components/model/draft';
import { toBase64 } from '@/components/lib/base64';
import { formatKeys } from '@/components/lib/keys';
import { useIsMac } from '@/components/lib/platform';
import { mimeType } from '@/components/model/picture';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { Tooltip } from '@/components/ui/Tooltip';
import { FLAT_BUTTON, OUTLINE_BUTTON } from '@/components/ui/classes';
import type { Locale } from '@/core/locale';
import { lazyPart } from '@/components/ui/lazyPart';
import { titleOf, type Version, type VersionPicture } from '@/components/model/version';

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
  const common = useTranslations('common');
  const locale = useLocale();
  const workbench = useWorkbench();
  const isMac = useIsMac();
  // Monaco does not work on a phone.
  const canCompare = !useMediaQuery(IS_PHONE);
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
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-3 overflow-auto p-4">
      {versions.map((version) => (
        <li key={version.id} className="relative rounded-md border border-line bg-surface hover:border-edge">
          <button
            type="button"
            className="block w-full text-left"
            onClick={() => void workbench.drafts.openVersion(version)}
          >
            <VersionCard version={version} />
          </button>
          {canCompare && (
            <Tooltip text={t('history.compare')}>
              <button
                type="button"
                className={`${FLAT_BUTTON} absolute right-8 bottom-1`}
                aria-label={t('history.compareVersion', { time: formatTime(version.at, locale) })}
                onClick={() => setCompared(version)}
              >
                <GitCompare size={14} aria-hidden />
              </button>
            </Tooltip>
          )}
          <Tooltip text={common('delete')}>
            <button
              type="button"
              className={`${FLAT_BUTTON} absolute right-1 bottom-1`}
              aria-label={t('history.deleteVersion', { time: formatTime(version.at, locale) })}
              onClick={() => void workbench.drafts.deleteVersion(version)}
            >
              <Trash2 size={14} aria-hidden />
            </button>
          </Tooltip>
        </li>
      ))}
    </ul>
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
  const locale = useLocale();
  const workbench = useWorkbench();
  const draft = usePlayground((state) => state.draft);
  return (
    <>
      <div className="flex shrink-0 items-center gap-2 border-b border-line px-4 py-2">
        <p className="mr-auto">{t('history.compared', { time: formatTime(version.at, locale) })}</p>
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

function VersionCard({ version: { at, isKept, draft, picture } }: { readonly version: Version }) {
  const t = useTranslations('playground');
  const time = formatTime(at, useLocale());
  return (
    <>
      <span className="flex h-32 items-center justify-center rounded-t-md border-b border-line bg-paper p-2">
        {picture && <img src={dataUrl(picture)} alt="" className="max-h-full max-w-full object-contain" />}
      </span>
      <span className="block truncate px-3 pt-2 font-medium">{titleOf(draft)}</span>
      <span className="block px-3 pb-2 text-xs text-muted">{isKept ? t('history.savedManually', { time }) : time}</span>
    </>
  );
}

function formatTime(at: number, locale: Locale): string {
  return new Date(at).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}

function dataUrl({ format, bytes }: VersionPicture): string {
  return `data:${mimeType(format)};base64,${toBase64(bytes)}`;
}
