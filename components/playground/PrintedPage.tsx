'use client';

import { useSyncExternalStore } from 'react';
import { usePlayground } from '@/components/workbench/context';
import { isImage } from '@/components/model/picture';
import { shownPicture } from '@/components/model/state';

const PRINT = 'print';

/** What goes to paper in place of the panes: the picture and the whole code, of which an editor shows only a window. */
export function PrintedPage() {
  const isPrinting = useSyncExternalStore(
    onPrint,
    () => matchMedia(PRINT).matches,
    () => false,
  );
  return isPrinting ? <Sheet /> : undefined;
}

function Sheet() {
  const picture = usePlayground(shownPicture);
  const files = usePlayground(({ draft }) => draft.files);
  return (
    <article className="flex flex-col gap-4">
      {picture && isImage(picture.format) && <img src={picture.url} alt="" className="max-h-[60vh] self-start" />}
      {files.map(({ name, contents }) =>
        typeof contents === 'string' ? (
          <section key={name}>
            {files.length > 1 && <h2 className="font-mono font-semibold">{name}</h2>}
            <pre className="font-mono text-xs break-words whitespace-pre-wrap">{contents}</pre>
          </section>
        ) : undefined,
      )}
    </article>
  );
}

function onPrint(changed: () => void): () => void {
  const query = matchMedia(PRINT);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}
