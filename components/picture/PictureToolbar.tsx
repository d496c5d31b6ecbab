'use client';

import { Copy, Grid2x2 } from 'lucide-react';
import {
  copyPngActions,
  copyTextAction,
  fitAction,
  fullSizeAction,
  groundActions,
  openAction,
  zoomInAction,
  zoomOutAction,
} from '@/components/actions/pictureActions';
import { usePlayground, useWorkbench } from '@/components/playground/context';
import { shownPicture } from '@/components/playground/state';
import { TEST_IDS } from '@/components/testIds';
import { ActionButton } from '@/components/ui/ActionButton';
import { FIELD } from '@/components/ui/classes';
import { Menu } from '@/components/ui/Menu';
import { formatBytes } from '@/components/problems/endingWords';

export function PictureToolbar() {
  return (
    <div className="flex h-9 shrink-0 items-center gap-0.5 border-b border-line bg-background px-2">
      <PictureName />
      <div className="ml-auto flex items-center gap-0.5">
        <ActionButton action={zoomOutAction} />
        <ActionButton action={fullSizeAction} className="w-14" testId={TEST_IDS.zoom}>
          <Zoom />
        </ActionButton>
        <ActionButton action={zoomInAction} />
        <ActionButton action={fitAction} />
        <span className="mx-1 h-4 border-l border-line" />
        <Menu label="Ground behind the picture" icon={Grid2x2} actions={groundActions} />
        <Menu label="Copy the picture" icon={Copy} actions={[copyTextAction, ...copyPngActions]} />
        <ActionButton action={openAction} />
      </div>
    </div>
  );
}

function PictureName() {
  const { gateway } = useWorkbench();
  const pictures = usePlayground((state) => state.pictures);
  const index = usePlayground((state) => state.shownPicture);
  const picture = usePlayground(shownPicture);
  if (picture === undefined) return <span className="px-1 text-xs text-muted">No picture</span>;
  const about = `${picture.format.toUpperCase()}, ${formatBytes(picture.bytes.length)}`;
  if (pictures.length === 1) return <span className="truncate px-1 text-xs text-muted">{about}</span>;
  return (
    <label className="flex items-center gap-2 text-xs text-muted">
      <span className="sr-only">Picture</span>
      <select className={FIELD} value={index} onChange={({ target }) => gateway.showPicture(Number(target.value))}>
        {pictures.map(({ name, url }, at) => (
          <option key={url} value={at}>
            {name ?? `Picture ${at + 1}`}
          </option>
        ))}
      </select>
      {about}
    </label>
  );
}

function Zoom() {
  const view = usePlayground((state) => state.view);
  return view.kind === 'fit' ? 'Fit' : `${Math.round(view.scale * 100)} %`;
}
