'use client';

import { useEffect, useRef, type CSSProperties } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { isCalm } from '@/components/model/state';
import { TEST_IDS } from '@/components/lib/testIds';
import { Coordinates } from './Coordinates';
import { attachPicture } from './panZoom';
import { PdfImage } from './PdfImage';
import { UNKNOWN_SIZE, isImage, type Picture, type PictureSize } from '@/components/model/picture';
import { lazyPart } from '@/components/ui/lazyPart';
import { useDecoded } from './useDecoded';
import { FIT_MARGIN, maxFitScale, type View } from '@/components/model/view';

const Objects = lazyPart('page', () => import('./Objects'));
const Handles = lazyPart('page', () => import('./Handles'));

/** The picture in its pane, to be moved and zoomed. A new one takes the place of the old when it can be painted. */
export function Canvas({ picture: newest }: { readonly picture: Picture }) {
  const picture = useDecoded(newest);
  const view = usePlayground((state) => state.view);
  const workbench = useWorkbench();
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => (pane.current ? attachPicture(pane.current, workbench) : undefined), [workbench]);
  return (
    <div
      ref={pane}
      data-testid={TEST_IDS.pictureCanvas}
      className="absolute inset-0 cursor-grab touch-none overflow-hidden active:cursor-grabbing"
      style={{ containerType: 'size' }}
    >
      <div className="sheet absolute top-1/2 left-1/2 p-4" style={placement(view)}>
        <div data-picture className="relative">
          <PictureImage picture={picture} style={imageSize(view, picture.size ?? UNKNOWN_SIZE)} />
          {picture.objects && <Objects picture={picture} pane={pane} />}
          {picture.units && <Handles picture={picture} units={picture.units} pane={pane} />}
        </div>
      </div>
      <Coordinates pane={pane} />
    </div>
  );
}

function PictureImage({ picture, style }: { readonly picture: Picture; readonly style: CSSProperties }) {
  const t = useTranslations('picture');
  const main = usePlayground(({ draft }) => draft.main);
  const isOfShell = usePlayground(({ shellPicture }) => shellPicture === picture);
  const isOld = usePlayground(
    (state) =>
      !isOfShell && state.report?.words.kind === 'failed' && picture.revision !== state.revision && !isCalm(state),
  );
  const label = isOfShell ? t('drawnByShell') : t('drawnBy', { name: picture.name ?? main });
  const className = `block max-w-none transition-opacity duration-150 ${isOld ? 'opacity-45' : ''}`;
  if (!isImage(picture.format)) return <PdfImage picture={picture} label={label} className={className} style={style} />;
  return (
    // Next's image component would fetch and resize; this is a picture we have in hand.
    <img
      src={picture.url}
      alt={label}
      // It was decoded before it came here: it is painted in the same frame as all that goes with it.
      decoding="sync"
      data-testid={TEST_IDS.pictureImage}
      draggable={false}
      className={className}
      style={style}
    />
  );
}

function placement(view: View): CSSProperties {
  const [x, y] = view.kind === 'free' ? [view.x, view.y] : [0, 0];
  return { transform: `translate(calc(-50% + ${x}px), calc(-50% + ${y}px))` };
}

/** Fitted by CSS alone, so that the first paint, before any script has run, is right, too. */
function imageSize(view: View, { width, height }: PictureSize): CSSProperties {
  if (view.kind === 'free') return { width: width * view.scale, height: height * view.scale };
  const margin = `${2 * FIT_MARGIN}px`;
  return {
    width: `min(100cqw - ${margin}, (100cqh - ${margin}) * ${width / height}, ${width * maxFitScale({ width, height })}px)`,
    aspectRatio: `${width} / ${height}`,
  };
}
