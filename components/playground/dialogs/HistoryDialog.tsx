'use client';

import { Trash2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { PlaygroundDialog } from './PlaygroundDialog';
import { toBase64 } from '@/components/lib/base64';
import { formatKeys } from '@/components/lib/keys';
import { useIsMac } from '@/components/lib/platform';
import { mimeType } from '@/components/model/picture';
import { useWorkbench } from '@/components/workbench/context';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { titleOf, type Version, type VersionPicture } from '@/components/model/version';

/** Earlier versions with their pictures. One that is opened takes the place of the draft, which goes into the history. */
export function HistoryDialog() {
  return (
    <PlaygroundDialog name="history" title="History" className="w-[min(52rem,calc(100vw-2rem))]">
      <Versions />
    </PlaygroundDialog>
  );
}

function Versions() {
  const workbench = useWorkbench();
  const isMac = useIsMac();
  const [versions, setVersions] = useState<readonly Version[]>();
  useEffect(() => {
    const list = () => void workbench.versions.list().then(setVersions, () => setVersions([]));
    list();
    return workbench.versions.onChange(list);
  }, [workbench]);

  if (versions === undefined) return <p className="p-4 text-muted">Loading</p>;
  if (versions.length === 0) {
    return (
      <p className="p-4 text-muted">
        Nothing yet. Versions appear here while you work, when you save with {formatKeys('Mod+S', isMac)}, and before an
        example takes the place of what you wrote. They stay in this browser.
      </p>
    );
  }
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-3 overflow-auto p-4">
      {versions.map((version) => (
        <li key={version.id} className="relative rounded-md border border-line bg-surface hover:border-edge">
          <button type="button" className="block w-full text-left" onClick={() => void workbench.openVersion(version)}>
            <VersionCard version={version} />
          </button>
          <button
            type="button"
            className={`${FLAT_BUTTON} absolute right-1 bottom-1`}
            aria-label={`Delete the version of ${formatTime(version.at)}`}
            title="Delete"
            onClick={() => {
              void workbench.deleteVersion(version);
            }}
          >
            <Trash2 size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  );
}

function VersionCard({ version: { at, isKept, draft, picture } }: { readonly version: Version }) {
  return (
    <>
      <span className="flex h-32 items-center justify-center rounded-t-md border-b border-line bg-paper p-2">
        {picture && <img src={dataUrl(picture)} alt="" className="max-h-full max-w-full object-contain" />}
      </span>
      <span className="block truncate px-3 pt-2 font-medium">{titleOf(draft)}</span>
      <span className="block px-3 pb-2 text-xs text-muted">
        {formatTime(at)}
        {isKept && ', saved by you'}
      </span>
    </>
  );
}

function formatTime(at: number): string {
  return new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}

function dataUrl({ format, bytes }: VersionPicture): string {
  return `data:${mimeType(format)};base64,${toBase64(bytes)}`;
}
