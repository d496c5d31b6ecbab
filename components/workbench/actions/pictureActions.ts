import { Copy, Download, Expand, ExternalLink, Minus, Plus } from 'lucide-react';
import { copyAsPng, copyAsText, downloadPicture, openPicture } from '@/components/workbench/files/exportPicture';
import { formatTitle, isImage, isShowable, type Picture } from '@/components/model/picture';
import { FIT, FULL_SIZE, ZOOM_STEP, placed, zoomedAt } from '@/components/model/view';
import { translatorOf } from '@/components/lib/translator';
import { isBlank } from '@/components/model/draft';
import { GROUNDS } from '@/components/model/settings';
import { shownPicture, type PlaygroundState } from '@/components/model/state';
import { RENDER_FORMATS } from '@/core/submission/submission';
import type { Workbench } from '@/components/workbench/workbench';
import type { Action, ActionTranslator } from './action';

const needsPicture = (state: PlaygroundState, t: ActionTranslator) =>
  shownPicture(state) === undefined ? t('reasons.noPicture') : undefined;

function needsImage(state: PlaygroundState, t: ActionTranslator): string | undefined {
  const picture = shownPicture(state);
  if (picture === undefined) return t('reasons.noPicture');
  return isImage(picture.format) ? undefined : t('reasons.needsImage', { format: formatTitle(picture.format) });
}

function needsShowable(state: PlaygroundState, t: ActionTranslator): string | undefined {
  const picture = shownPicture(state);
  if (picture === undefined) return t('reasons.noPicture');
  return isShowable(picture.format) ? undefined : t('reasons.ownZoom', { format: formatTitle(picture.format) });
}

function zoom({ gateway, paneSize }: Workbench, factor: number): void {
  const size = shownPicture(gateway.state)?.size;
  if (size !== undefined) gateway.picture.look(zoomedAt(placed(gateway.state.view, size, paneSize), factor));
}

export const zoomInAction: Action = {
  id: 'zoom-in',
  title: (t) => t('actions.zoomIn'),
  group: 'picture',
  icon: Plus,
  whyNot: needsShowable,
  run: (workbench) => zoom(workbench, ZOOM_STEP),
};

export const zoomOutAction: Action = {
  id: 'zoom-out',
  title: (t) => t('actions.zoomOut'),
  group: 'picture',
  icon: Minus,
  whyNot: needsShowable,
  run: (workbench) => zoom(workbench, 1 / ZOOM_STEP),
};

export const fitAction: Action = {
  id: 'fit',
  title: (t) => t('actions.fit'),
  group: 'picture',
  icon: Expand,
  isOn: ({ view }) => view.kind === 'fit',
  run: ({ gateway }) => gateway.picture.look(FIT),
};

export const fullSizeAction: Action = {
  id: 'full-size',
  title: (t) => t('actions.fullSize'),
  group: 'picture',
  run: ({ gateway }) => gateway.picture.look(FULL_SIZE),
};

export const outlineLineAction: Action = {
  id: 'outline-line',
  title: (t) => t('actions.outlineLine'),
  group: 'picture',
  isOn: ({ settings }) => settings.outlinesLine,
  run: ({ gateway }) => gateway.choose({ outlinesLine: !gateway.state.settings.outlinesLine }),
};

export const groundActions: readonly Action[] = GROUNDS.map((ground) => ({
  id: `ground-${ground}`,
  title: (t) => t(`actions.background.${ground}`),
  group: 'picture',
  isOn: ({ settings }) => settings.ground === ground,
  run: ({ gateway }) => gateway.choose({ ground }),
}));

/** Opens the one window in which format and size are chosen. */
export const downloadAction: Action = {
  id: 'download',
  title: (t) => t('actions.downloadPicture'),
  group: 'picture',
  icon: Download,
  whyNot: ({ draft }, t) => (isBlank(draft) ? t('reasons.nothingToRender') : undefined),
  run: ({ gateway }) => gateway.layout.openDialog('download'),
};

/** As it is on the screen, whatever its format. */
export const downloadShownAction: Action = {
  ...downloadAction,
  id: 'download-shown',
  whyNot: needsPicture,
  run({ gateway }) {
    const picture = shownPicture(gateway.state);
    if (picture) downloadPicture(picture, gateway.state.draft.main);
  },
};

/** Every format that a picture of the program can be had in, whatever is shown. */
export const downloadAsActions: readonly Action[] = RENDER_FORMATS.map((format) => ({
  id: `download-${format}`,
  title: (t) => t('actions.downloadAs', { format: formatTitle(format) }),
  group: 'picture',
  icon: Download,
  whyNot: ({ draft }, t) => (isBlank(draft) ? t('reasons.nothingToRender') : undefined),
  run: (workbench) =>
    void import('@/components/workbench/files/downloadAs').then(({ downloadAs }) => downloadAs(workbench, format)),
}));

export const openAction: Action = {
  id: 'open-picture',
  title: (t) => t('actions.openPicture'),
  group: 'picture',
  icon: ExternalLink,
  // In a tab of its own its scripts would run as ours, or not at all.
  whyNot: (state, t) => (shownPicture(state)?.format === 'html' ? t('reasons.download3d') : needsPicture(state, t)),
  run({ gateway }) {
    const picture = shownPicture(gateway.state);
    if (picture) openPicture(picture);
  },
};

/** Says how it went: whether a browser lets pages copy is its affair. */
async function copy(
  { gateway }: Workbench,
  format: string,
  act: (picture: Picture) => Promise<boolean>,
): Promise<void> {
  const picture = shownPicture(gateway.state);
  if (picture === undefined) return;
  const t = translatorOf('workbench');
  gateway.layout.notify((await act(picture)) ? t('picture.copied', { format }) : t('picture.notCopied', { format }));
}

export const copyTextAction: Action = {
  id: 'copy-svg',
  title: (t) => t('actions.copySvg'),
  group: 'picture',
  icon: Copy,
  whyNot: (state, t) => (shownPicture(state)?.format === 'svg' ? undefined : t('reasons.needsSvg')),
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
  title: (t) => t(isWhite ? 'actions.copyPngOnWhite' : 'actions.copyPng', { scale }),
  group: 'picture',
  icon: Copy,
  whyNot: needsImage,
  run: (workbench) => void copy(workbench, 'PNG', (picture) => copyAsPng(picture, scale, isWhite)),
}));
