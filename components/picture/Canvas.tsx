'use client';

import { useEffect, useRef, useState, type CSSProperties } from 'react';
import { usePlayground, useWorkbench } from '@/components/playground/context';
import { TEST_IDS } from '@/components/testIds';
import { attachPanZoom } from './panZoom';
import { UNKNOWN_SIZE, type Picture, type PictureSize } from './picture';
import { FIT_MARGIN, MAX_FIT_SCALE, type View } from './view';

/** The picture in its pane, to be moved and zoomed. A new one takes the place of the old when it can be painted. */
export function Canvas({ picture: newest }: { readonly picture: Picture }) {
  const picture = useDecoded(newest);
  const size = picture.size ?? UNKNOWN_SIZE;
  const view = usePlayground((state) => state.view);
  const isOld = usePlayground(
    ({ report, revision }) => report?.words.kind === 'failed' && picture.revision !== revision,
  );
  const main = usePlayground(({ draft }) => draft.main);
  const workbench = useWorkbench();
  const pane = useRef<HTMLDivElement>(null);
  useEffect(() => (pane.current ? attachPanZoom(pane.current, workbench) : undefined), [workbench]);
  return (
    <div
      ref={pane}
      data-testid={TEST_IDS.pictureCanvas}
      className="absolute inset-0 cursor-grab touch-none overflow-hidden active:cursor-grabbing"
      style={{ containerType: 'size' }}
    >
      <div className="sheet absolute top-1/2 left-1/2 p-4" style={placement(view)}>
        {/* Next's image component would fetch and resize; this is a picture we have in hand. */}
        {/* eslint-disable-next-line @next/next/no-img-element */}
        <img
          src={picture.url}
          alt={`Picture drawn by ${picture.name ?? main}`}
          data-testid={TEST_IDS.pictureImage}
          data-revision={picture.revision}
          draggable={false}
          className={`block max-w-none transition-opacity duration-150 ${isOld ? 'opacity-45' : ''}`}
          style={imageSize(view, size)}
        />
      </div>
    </div>
  );
}

/** Keeps the picture before until the next is decoded, so that nothing flickers. */
function useDecoded(newest: Picture): Picture {
  const [decoded, setDecoded] = useState(newest);
  useEffect(() => {
    let isGone = false;
    const image = new Image();
    image.src = newest.url;
    // One that cannot be decoded is shown nevertheless: the browser's sign for it says more than the old picture.
    image.decode().then(
      () => isGone || setDecoded(newest),
      () => isGone || setDecoded(newest),
    );
    return () => {
      isGone = true;
    };
  }, [newest]);
  return decoded;
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
    width: `min(100cqw - ${margin}, (100cqh - ${margin}) * ${width / height}, ${width * MAX_FIT_SCALE}px)`,
    aspectRatio: `${width} / ${height}`,
  };
}
