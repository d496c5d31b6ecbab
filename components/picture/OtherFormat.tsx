'use client';

import { downloadAction, openAction } from '@/components/workbench/actions/pictureActions';
import { ActionButton } from '@/components/workbench/ActionButton';
import { formatBytes } from '@/components/lib/format';
import type { Picture } from '@/components/model/picture';

/** A result that is no image: it can be opened or downloaded. */
export function OtherFormat({ picture }: { readonly picture: Picture }) {
  return (
    <div className="absolute inset-0 flex items-center justify-center p-6">
      <div className="flex w-72 flex-col gap-3 rounded-md border border-line bg-raised p-4">
        <p className="font-medium">{picture.format.toUpperCase()} is ready</p>
        <p className="text-muted">{formatBytes(picture.bytes.length)}. Switch to SVG to preview it here.</p>
        <div className="flex gap-2">
          <ActionButton action={downloadAction}>Download</ActionButton>
          <ActionButton action={openAction}>Open</ActionButton>
        </div>
      </div>
    </div>
  );
}
