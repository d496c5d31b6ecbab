'use client';

import { useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { mimeType } from '@/components/model/picture';
import { usePlayground } from '@/components/workbench/context';
import { contentsOf } from '@/components/model/draft';
import { formatBytes } from '@/components/lib/format';

/** In place of the editor for a file that is no text. */
export function DataFileView() {
  const t = useTranslations('editor');
  const locale = useLocale();
  const name = usePlayground(({ draft }) => draft.active);
  const contents = usePlayground(({ draft }) => contentsOf(draft, draft.active));
  if (contents === undefined || typeof contents === 'string') return null;
  return (
    <div className="absolute inset-0 z-10 flex flex-col items-center justify-center gap-3 bg-surface p-6 text-center">
      <Preview name={name} bytes={contents} />
      <p>
        <span className="font-mono">{name}</span>, {formatBytes(contents.length, locale)}
      </p>
      <p className="max-w-xs text-muted">
        {t.rich('dataHint', {
          example: `label(graphic("${name}"));`,
          code: (text) => <code className="font-mono">{text}</code>,
        })}
      </p>
    </div>
  );
}

function Preview({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }) {
  const image = useRef<HTMLImageElement>(null);
  const type = mimeType(name.replace(/^.*\./, ''));
  useEffect(() => {
    if (image.current === null) return;
    const url = URL.createObjectURL(new Blob([bytes as Uint8Array<ArrayBuffer>], { type }));
    image.current.src = url;
    return () => URL.revokeObjectURL(url);
  }, [type, bytes]);
  if (!type.startsWith('image/')) return null;
  return <img ref={image} alt="" className="max-h-1/2 max-w-full border border-line bg-paper" />;
}
