import { Copy, Download, Expand, ExternalLink, Minus, Plus } from 'lucide-react';
import { copyAsPng, copyAsText, downloadPicture, openPicture } from '@/components/workbench/files/exportPicture';
import { formatTitle, isImage, isShowable, type Picture } from '@/components/model/picture';
import { FIT, FULL_SIZE, ZOOM_STEP, placed, zoomedAt } from '@/components/model/view';
import { downloadAs } from '@/components/workbench/files/downloadAs';
import { isBlank } from '@/components/model/draft';
import { GROUNDS } from '@/components/model/settings';
import { shownPicture, type PlaygroundState } from '@/components/model/state';
import { RENDER_FORMATS } from '@/core/submission/submission';
import type { Workbench } from '@/components/workbench/workbench';
import type { Action } from './action';

const needsPicture = (state: PlaygroundState) => (shownPicture(state) === undefined ? 'No picture yet.' : undefined);

function needsImage(state: PlaygroundState): string | undefined {
  const picture = shownPicture(state);
  if (picture === undefined) return 'No picture yet.';
  return isImage(picture.format) ? undefined : `Only for SVG and PNG; this is ${formatTitle(picture.format)}.`;
}

function needsShowable(state: PlaygroundState): string | undefined {
  const picture = shownPicture(state);
  if (picture === undefined) return 'No picture yet.';
  return isShowable(picture.format) ? undefined : `${formatTitle(picture.format)} has its own zoom.`;
}

function zoom({ gateway, paneSize }: Workbench, factor: number): void {
  const size = shownPicture(gateway.state)?.size;
  if (size !== undefined) gateway.look(zoomedAt(placed(gateway.state.view, size, paneSize), factor));
}

export const zoomInAction: Action = {
  id: 'zoom-in',
  title: 'Zoom in',
  group: 'Picture',
  icon: Plus,
  whyNot: needsShowable,
  run: (workbench) => zoom(workbench, ZOOM_STEP),
};

export const zoomOutAction: Action = {
  id: 'zoom-out',
  title: 'Zoom out',
  group: 'Picture',
  icon: Minus,
  whyNot: needsShowable,
  run: (workbench) => zoom(workbench, 1 / ZOOM_STEP),
};

export const fitAction: Action = {
  id: 'fit',
  title: 'Zoom to fit',
  group: 'Picture',
  icon: Expand,
  isOn: ({ view }) => view.kind === 'fit',
  run: ({ gateway }) => gateway.look(FIT),
};

export const fullSizeAction: Action = {
  id: 'full-size',
  title: 'Actual size',
  group: 'Picture',
  run: ({ gateway }) => gateway.look(FULL_SIZE),
};

const GROUND_TITLES = {
  paper: 'Background: white',
  checker: 'Background: checkerboard',
  dark: 'Background: dark',
} as const;

export const groundActions: readonly Action[] = GROUNDS.map((ground) => ({
  id: `ground-${ground}`,
  title: GROUND_TITLES[ground],
  group: 'Picture',
  isOn: ({ settings }) => settings.ground === ground,
  run: ({ gateway }) => gateway.choose({ ground }),
}));

export const downloadAction: Action = {
  id: 'download',
  title: 'Download picture',
  group: 'Picture',
  icon: Download,
  whyNot: needsPicture,
  run({ gateway }) {
    const picture = shownPicture(gateway.state);
    if (picture) downloadPicture(picture, gateway.state.draft.main);
  },
};

/** Every format that a picture of the program can be had in, whatever is shown. */
export const downloadAsActions: readonly Action[] = RENDER_FORMATS.map((format) => ({
  id: `download-${format}`,
  title: `Download as ${formatTitle(format)}`,
  group: 'Picture',
  icon: Download,
  whyNot: ({ draft }) => (isBlank(draft) ? 'Nothing to render yet.' : undefined),
  run: (workbench) => void downloadAs(workbench, format),
}));

export const openAction: Action = {
  id: 'open-picture',
  title: 'Open picture in new tab',
  group: 'Picture',
  icon: ExternalLink,
  // In a tab of its own its scripts would run as ours, or not at all.
  whyNot: (state) =>
    shownPicture(state)?.format === 'html' ? 'To open a 3D picture, download it first.' : needsPicture(state),
  run({ gateway }) {
    const picture = shownPicture(gateway.state);
    if (picture) openPicture(picture);
  },
};

/** Says how it went: whether a browser lets pages copy is its affair. */
async function copy({ gateway }: Workbench, what: string, act: (picture: Picture) => Promise<boolean>): Promise<void> {
  const picture = shownPicture(gateway.state);
  if (picture === undefined) return;
  gateway.notify((await act(picture)) ? `Copied as ${what}` : `Couldn’t copy ${what}: blocked by the browser`);
}

export const copyTextAction: Action = {
  id: 'copy-svg',
  title: 'Copy as SVG',
  group: 'Picture',
  icon: Copy,
  whyNot: (state) => (shownPicture(state)?.format === 'svg' ? undefined : 'Switch to SVG first.'),
  run: (workbench) => void copy(workbench, 'SVG', copyAsText),
};

const PNG_COPIES = [
  { scale: 1, isWhite: false },
  { scale: 2, isWhite: false },
  { scale: 4, isWhite: false },
  { scale: 2, isWhite: true },
] as const;

export const copyPngActions: readonly Action[] = PNG_COPIES.map(({ scale, isWhite }) => ({
  id: `copy-png-${scale}${isWhite ? '-white' : ''}`,
  title: `Copy as PNG, ${scale}×${isWhite ? ', white background' : ''}`,
  group: 'Picture',
  icon: Copy,
  whyNot: needsImage,
  run: (workbench) => void copy(workbench, 'PNG', (picture) => copyAsPng(picture, scale, isWhite)),
}));
