'use client';

import { FileVideo, Pause, Play } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { movieOf, type Movie } from '@/components/model/movie';
import { UNKNOWN_SIZE, type Picture } from '@/components/model/picture';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { Tooltip } from '@/components/ui/Tooltip';
import { useWorkbench } from '@/components/workbench/context';
import { Canvas } from './Canvas';

/** A moving picture, to be played and to be looked at frame by frame; and to be taken away as an MP4. */
export default function MoviePlayer({ picture }: { readonly picture: Picture }) {
  const movie = useMemo(() => movieOf(picture.bytes), [picture.bytes]);
  return movie === undefined ? <Canvas picture={picture} /> : <Frames picture={picture} movie={movie} />;
}

function Frames({ picture, movie }: { readonly picture: Picture; readonly movie: Movie }) {
  const t = useTranslations('picture.movie');
  const { frames, frameMs } = movie;
  const [chosen, setIndex] = useState(0);
  const [isPlaying, setPlaying] = useState(() => !window.matchMedia('(prefers-reduced-motion: reduce)').matches);
  // The program may have fewer now.
  const index = Math.min(chosen, frames.length - 1);
  useEffect(() => {
    if (!isPlaying) return undefined;
    const timer = setInterval(() => setIndex((now) => (now + 1) % frames.length), frameMs);
    return () => clearInterval(timer);
  }, [isPlaying, frames.length, frameMs]);
  const shown = useMemo(() => frameOf(picture, movie, index), [picture, movie, index]);
  const position = t('position', { number: index + 1, count: frames.length });
  return (
    <>
      <div className="absolute inset-x-0 top-0 bottom-9">
        <Canvas picture={shown} />
      </div>
      <div className="absolute inset-x-0 bottom-0 flex h-9 items-center gap-2 border-t border-line bg-background px-2">
        <button
          type="button"
          className={FLAT_BUTTON}
          aria-label={t(isPlaying ? 'pause' : 'play')}
          onClick={() => setPlaying(!isPlaying)}
        >
          {isPlaying ? <Pause size={15} aria-hidden /> : <Play size={15} aria-hidden />}
        </button>
        <input
          type="range"
          aria-label={t('frame')}
          aria-valuetext={position}
          className="h-7 min-w-0 flex-1 accent-accent"
          min={0}
          max={frames.length - 1}
          value={index}
          onChange={({ target }) => {
            setPlaying(false);
            setIndex(Number(target.value));
          }}
        />
        <output aria-hidden className="text-right font-mono text-xs text-muted tabular-nums">
          {index + 1}/{frames.length}
        </output>
        <Mp4Button movie={movie} />
      </div>
    </>
  );
}

function Mp4Button({ movie }: { readonly movie: Movie }) {
  const t = useTranslations('picture.movie');
  const { gateway } = useWorkbench();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    const [{ movieAsMp4 }, { downloadBytes }] = await Promise.all([
      import('@/components/workbench/files/exportMovie'),
      import('@/components/workbench/files/exportPicture'),
    ]);
    const bytes = await movieAsMp4(movie).catch(() => undefined);
    setBusy(false);
    if (bytes === undefined) return gateway.layout.notify(t('noMp4'));
    downloadBytes(`${gateway.state.draft.main.replace(/\.asy$/, '')}.mp4`, bytes, 'video/mp4');
  };
  return (
    <Tooltip text={t('mp4')}>
      <button
        type="button"
        className={FLAT_BUTTON}
        aria-label={t('mp4')}
        aria-disabled={isBusy}
        onClick={() => !isBusy && void save()}
      >
        <FileVideo size={15} aria-hidden className={isBusy ? 'animate-pulse' : ''} />
      </button>
    </Tooltip>
  );
}

/** As a picture of its own; it is not known which line drew what of it. */
function frameOf(picture: Picture, { frames }: Movie, index: number): Picture {
  const { url, size = UNKNOWN_SIZE } = frames[index] ?? picture;
  const whole = picture.size ?? UNKNOWN_SIZE;
  const widest = Math.max(...frames.map((frame) => frame.size.width));
  const share = whole.width / widest;
  const { objects: _, units: __, ...rest } = picture;
  return { ...rest, url, size: { width: size.width * share, height: size.height * share } };
}
