'use client';

import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { usePlayground, useWorkbench } from '@/components/workbench/context';
import { textOf } from '@/components/model/draft';
import { findSliders, withSlider } from '@/components/model/slider';

/** Below the code, for a file that asks for sliders. */
export function Sliders() {
  const t = useTranslations('editor');
  const workbench = useWorkbench();
  const name = usePlayground(({ draft }) => draft.active);
  const code = usePlayground(({ draft }) => textOf(draft, draft.active));
  const sliders = useMemo(() => findSliders(code), [code]);
  if (sliders.length === 0) return null;
  return (
    <fieldset className="grid max-h-40 shrink-0 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 overflow-auto border-t border-line bg-background px-4 py-1.5">
      <legend className="sr-only">{t('slidersOf', { name })}</legend>
      {sliders.map((slider) => (
        <label key={slider.from} className="contents">
          <span className="font-mono text-xs">{slider.name}</span>
          <input
            type="range"
            className="h-7 w-full accent-accent"
            min={slider.min}
            max={slider.max}
            step={slider.step}
            value={slider.value}
            onChange={({ target }) => workbench.dragNumber(name, withSlider(code, slider, Number(target.value)))}
          />
          <output className="min-w-10 text-right font-mono text-xs">{slider.value}</output>
        </label>
      ))}
    </fieldset>
  );
}
