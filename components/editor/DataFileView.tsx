'use client';

import { useEffect, useRef } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { codeToRead } from '@/components/model/codeToRead';
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
          example: codeToRead(name) ?? `file data = input("${name}");`,
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
  if (!type.startsWith('image/')) return <Beginning bytes={bytes} />;
  return <img ref={image} alt="" className="max-h-1/2 max-w-full border border-line bg-paper" />;
}

const SHOWN_BYTES = 4096;
/** Whatever is left of a character at the end. */
const CUT = /\uFFFD$/;

/** The first lines of data that is too large for the editor. */
function Beginning({ bytes }: { readonly bytes: Uint8Array }) {
  const text = new TextDecoder().decode(bytes.subarray(0, SHOWN_BYTES)).replace(CUT, '');
  if (text.includes('\uFFFD') || text.includes('\0')) return null;
  return (
    <pre className="max-h-1/2 max-w-full overflow-hidden rounded border border-line p-3 text-left font-mono text-[12px] [mask-image:linear-gradient(#000_70%,transparent)]">
      {text}
    </pre>
  );
}
