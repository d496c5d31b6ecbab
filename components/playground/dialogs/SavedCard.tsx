'use client';

import { Pencil, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { toBase64 } from '@/components/lib/base64';
import { mimeType } from '@/components/model/picture';
import type { VersionPicture } from '@/components/model/version';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { Tooltip } from '@/components/ui/Tooltip';

export const CARDS = 'grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-3';

interface SavedCardProps {
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** Beside the date. */
  readonly mark?: string;
  readonly picture: VersionPicture | undefined;
  readonly onOpen: () => void;
  /** Absent where it cannot be done. Undefined takes the name away. */
  readonly onRename?: (name: string | undefined) => void;
  readonly onDelete?: () => void;
  /** More that can be done. */
  readonly children?: ReactNode;
}

/** Something this browser keeps, with its picture, its name and its date: opened by a click, renamed, deleted. */
export function SavedCard({ title, at, mark, picture, onOpen, onRename, onDelete, children }: SavedCardProps) {
  const t = useTranslations('playground');
  const common = useTranslations('common');
  const [isNaming, setNaming] = useState(false);
  return (
    <li className="flex flex-col rounded-md border border-line bg-surface hover:border-edge">
      <button type="button" className="block w-full rounded-t-md text-left" onClick={onOpen}>
        <span className="flex h-28 items-center justify-center rounded-t-md border-b border-line bg-paper p-2">
          {picture ? (
            <img src={dataUrl(picture)} alt="" className="size-full object-contain" />
          ) : (
            <span className="text-xs text-[#57606a]">{t('saved.noPicture')}</span>
          )}
        </span>
        {!isNaming && <span className="block truncate px-3 pt-2 font-medium">{title}</span>}
      </button>
      {isNaming && onRename && <NameField title={title} onRename={onRename} onEnd={() => setNaming(false)} />}
      <div className="flex items-center gap-0.5 py-1 pr-1 pl-3">
        <p className="mr-auto min-w-0 text-xs text-muted">
          <SavedTime at={at} />
          {mark !== undefined && <span className="block truncate">{mark}</span>}
        </p>
        {children}
        {onRename && (
          <Tooltip text={t('saved.renameHint')}>
            <button
              type="button"
              className={FLAT_BUTTON}
              aria-label={t('saved.rename', { name: title })}
              onClick={() => setNaming(true)}
            >
              <Pencil size={14} aria-hidden />
            </button>
          </Tooltip>
        )}
        {onDelete && (
          <Tooltip text={common('delete')}>
            <button
              type="button"
              className={FLAT_BUTTON}
              aria-label={t('saved.delete', { name: title })}
              onClick={onDelete}
            >
              <Trash2 size={14} aria-hidden />
            </button>
          </Tooltip>
        )}
      </div>
    </li>
  );
}

const MAX_NAME_CHARACTERS = 80;

/** Enter and leaving the field take the name, Escape leaves it as it was. */
function NameField(props: {
  readonly title: string;
  readonly onRename: (name: string | undefined) => void;
  readonly onEnd: () => void;
}) {
  const { title, onRename, onEnd } = props;
  const t = useTranslations('playground');
  const take = (value: string) => {
    const name = value.trim();
    if (name !== title) onRename(name === '' ? undefined : name);
    onEnd();
  };
  return (
    <input
      // Whoever pressed the button wants to write.
      autoFocus
      aria-label={t('saved.name')}
      defaultValue={title}
      maxLength={MAX_NAME_CHARACTERS}
      className="mx-2 mt-1.5 h-7 rounded border border-edge bg-background px-1"
      onFocus={({ target }) => target.select()}
      onBlur={({ target }) => take(target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') take(event.currentTarget.value);
        else if (event.key === 'Escape') onEnd();
        else return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

function SavedTime({ at }: { readonly at: number }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()}>
      {date.toLocaleString(useLocale(), { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}

function dataUrl({ format, bytes }: VersionPicture): string {
  return `data:${mimeType(format)};base64,${toBase64(bytes)}`;
}
