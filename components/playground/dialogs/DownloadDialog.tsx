'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { downloadAs } from '@/components/workbench/files/downloadAs';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { formatOf, isSpatial } from '@/components/model/pageFormat';
import { formatTitle } from '@/components/model/picture';
import { PNG_DPI } from '@/components/model/settings';
import { shownPicture } from '@/components/model/state';
import { Choice } from '@/components/ui/Choice';
import type { RenderFormat } from '@/core/submission/submission';
import { PlaygroundDialog } from './PlaygroundDialog';

/** Of CSS, at 100 %. */
const SCREEN_DPI = 96;
const FLAT: readonly RenderFormat[] = ['svg', 'pdf', 'png', 'eps'];
const SPATIAL: readonly RenderFormat[] = ['html', 'png', 'pdf', 'svg', 'eps', 'v3d'];

/** The picture as a file: a click on a format takes it away; size and ground of a PNG are remembered. */
export function DownloadDialog() {
  const t = useTranslations('playground');
  return (
    <PlaygroundDialog name="download" title={t('download.title')} className="w-[min(24rem,calc(100vw-2rem))]">
      <Formats />
    </PlaygroundDialog>
  );
}

function Formats() {
  const t = useTranslations('playground');
  const workbench = useWorkbench();
  const { gateway } = workbench;
  const settings = usePlayground((state) => state.settings);
  const isScene = usePlayground(({ draft }) => isSpatial(draft));
  const shown = usePlayground(formatOf);
  const size = usePlayground((state) => shownPicture(state)?.size);
  const [isFlat, setFlat] = useState(false);
  const last = settings.downloadFormat ?? shown;
  const formats = isScene ? SPATIAL : FLAT;
  const pixels = (length: number) => Math.ceil((length * settings.pngDpi) / SCREEN_DPI);
  const aboutOf = (format: RenderFormat) => {
    if (format === 'png' && size && !isScene)
      return t('download.pixels', { width: pixels(size.width), height: pixels(size.height) });
    const isShaded = isScene && !isFlat && (format === 'svg' || format === 'pdf' || format === 'eps');
    return isShaded ? t(`download.shaded.${format}`) : t(`download.about.${format}`);
  };
  return (
    <div className="flex flex-col gap-3 overflow-auto p-4">
      <ul className="flex flex-col gap-1">
        {formats.map((format) => (
          <li key={format}>
            <button
              type="button"
              data-first-focus={format === last || undefined}
              className="flex min-h-9 w-full items-center gap-3 rounded-md border border-line px-3 text-left hover:border-edge hover:bg-hover"
              onClick={() => void downloadAs(workbench, format, isScene && isFlat)}
            >
              <span className="w-12 font-medium">{formatTitle(format)}</span>
              <span className="min-w-0 flex-1 text-muted">{aboutOf(format)}</span>
              {format === settings.downloadFormat && <span className="text-xs text-muted">{t('download.last')}</span>}
            </button>
          </li>
        ))}
      </ul>
      <div className="border-t border-line pt-2">
        <Choice
          label={t('download.pngSize')}
          value={settings.pngDpi}
          options={PNG_DPI.map((dpi) => ({
            value: dpi,
            words:
              dpi % SCREEN_DPI === 0 ? t('download.times', { scale: dpi / SCREEN_DPI }) : t('download.dpi', { dpi }),
          }))}
          onChoose={(pngDpi) => gateway.choose({ pngDpi })}
        />
        {isScene ? (
          <Choice
            label={t('download.scene')}
            value={isFlat ? 'vectors' : 'image'}
            options={[
              { value: 'image', words: t('download.asImage') },
              { value: 'vectors', words: t('download.asVectors') },
            ]}
            onChoose={(drawn) => setFlat(drawn === 'vectors')}
          />
        ) : (
          <Choice
            label={t('download.pngGround')}
            value={settings.pngIsWhite ? 'white' : 'clear'}
            options={[
              { value: 'clear', words: t('download.clear') },
              { value: 'white', words: t('download.white') },
            ]}
            onChoose={(ground) => gateway.choose({ pngIsWhite: ground === 'white' })}
          />
        )}
      </div>
    </div>
  );
}
