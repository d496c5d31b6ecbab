'use client';

import { Film, Pause, Play } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { textOf } from '@/components/model/draft';
import { findSliders, withSlider, type Slider } from '@/components/model/slider';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { useSliderPlay } from './useSliderPlay';
import { Tooltip } from '@/components/ui/Tooltip';

/** Below the code, for a file that asks for sliders. */
export function Sliders() {
  const t = useTranslations('editor');
  const workbench = useWorkbench();
  const name = usePlayground(({ draft }) => draft.active);
  const code = usePlayground(({ draft }) => textOf(draft, draft.active));
  const sliders = useMemo(() => findSliders(code), [code]);
  const { playing, toggle } = useSliderPlay(name);
  const [recorded, setRecorded] = useState<string>();
  const record = async (slider: Slider) => {
    setRecorded(slider.name);
    const { recordSlider } = await import('@/components/workbench/files/recordSlider');
    await recordSlider(workbench, name, slider).finally(() => setRecorded(undefined));
  };
  if (sliders.length === 0) return null;
  return (
    <fieldset className="grid max-h-40 shrink-0 grid-cols-[auto_auto_minmax(0,1fr)_auto_auto] items-center gap-x-3 overflow-auto border-t border-line bg-background px-4 py-1.5">
      <legend className="sr-only">{t('slidersOf', { name })}</legend>
      {sliders.map((slider) => (
        <div key={slider.from} className="contents">
          <button
            type="button"
            className={FLAT_BUTTON}
            aria-label={t(playing === slider.name ? 'pause' : 'play', { name: slider.name })}
            onClick={() => toggle(slider.name)}
          >
            {playing === slider.name ? <Pause size={14} aria-hidden /> : <Play size={14} aria-hidden />}
          </button>
          <label htmlFor={`slider-${slider.name}`} className="font-mono text-xs">
            {slider.name}
          </label>
          <input
            id={`slider-${slider.name}`}
            type="range"
            className="h-7 w-full accent-accent"
            min={slider.min}
            max={slider.max}
            step={slider.step}
            value={slider.value}
            onChange={({ target }) => workbench.dragNumber(name, withSlider(code, slider, Number(target.value)))}
          />
          <output className="min-w-10 text-right font-mono text-xs">{slider.value}</output>
          <Tooltip text={t('record', { name: slider.name })}>
            <button
              type="button"
              className={FLAT_BUTTON}
              aria-label={t('record', { name: slider.name })}
              aria-disabled={recorded !== undefined}
              onClick={() => recorded === undefined && void record(slider)}
            >
              <Film size={14} aria-hidden className={recorded === slider.name ? 'animate-pulse' : ''} />
            </button>
          </Tooltip>
        </div>
      ))}
    </fieldset>
  );
}
