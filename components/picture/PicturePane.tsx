'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { steer } from '@/components/lib/steering';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { isBlank } from '@/components/model/draft';
import { shownPicture } from '@/components/model/state';
import { ZOOM_STEP } from '@/components/model/view';
import { Canvas } from './Canvas';
import { EmptyPicture } from './EmptyPicture';
import { isMovie, isShowable } from '@/components/model/picture';
import { pictureSteering } from './panZoom';
import { PictureBanner } from './PictureBanner';
import { PictureToolbar } from './PictureToolbar';
import { ErrorBoundary } from '@/components/ui/ErrorBoundary';
import { lazyPart } from '@/components/ui/lazyPart';
import { Progress } from './Progress';

const MoviePlayer = lazyPart('page', () => import('./MoviePlayer'));
const Scene = lazyPart('page', () => import('./Scene'));
const OtherFormat = lazyPart('page', () => import('./OtherFormat'));

interface PicturePaneProps {
  /** What moves the picture, below it. */
  readonly controls?: ReactNode;
}

export function PicturePane({ controls }: PicturePaneProps) {
  const t = useTranslations('picture');
  const workbench = useWorkbench();
  const picture = usePlayground(shownPicture);
  const isEmpty = usePlayground(({ draft, isRestoring }) => isBlank(draft) && !isRestoring);
  const ground = usePlayground(({ settings }) => settings.ground);
  return (
    <section
      id="pane-picture"
      aria-label={t('pane')}
      tabIndex={-1}
      className="flex h-full flex-col bg-surface"
      // Only where nothing in the pane has the focus: controls have keys of their own.
      onKeyDown={(event) => event.target === event.currentTarget && steer(event, ZOOM_STEP, pictureSteering(workbench))}
    >
      <ErrorBoundary what={t('part')}>
        <PictureToolbar />
        <div className={`relative min-h-0 flex-1 ground-${ground}`}>
          <Progress />
          {picture === undefined ? (
            <EmptyPicture isBlank={isEmpty} />
          ) : isMovie(picture) ? (
            <MoviePlayer picture={picture} />
          ) : isShowable(picture.format) ? (
            <Canvas picture={picture} />
          ) : picture.format === 'html' ? (
            <Scene picture={picture} />
          ) : (
            <OtherFormat picture={picture} />
          )}
        </div>
        <PictureBanner />
        {controls}
      </ErrorBoundary>
    </section>
  );
}
