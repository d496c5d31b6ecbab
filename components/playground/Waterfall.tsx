'use client';

import { useEffect, useId, useRef, useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { formatDuration } from '@/components/lib/format';
import { usePlayground } from '@/components/workbench/context';
import type { Locale } from '@/core/locale';
import { waterfallSteps } from './waterfallSteps';

/** The time of the last render, and behind it where that time went. */
export function Waterfall() {
  const t = useTranslations('playground');
  const locale = useLocale();
  const timings = usePlayground(({ report }) => report?.timings);
  const stages = usePlayground(({ report }) => report?.stages);
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLSpanElement>(null);
  const id = useId();

  useEffect(() => {
    if (!isOpen) return;
    const close = (event: Event) => {
      const isOutside = event.target instanceof Node && !root.current?.contains(event.target);
      if (isOutside || (event instanceof KeyboardEvent && event.key === 'Escape')) setOpen(false);
    };
    document.addEventListener('pointerdown', close);
    document.addEventListener('keydown', close);
    return () => {
      document.removeEventListener('pointerdown', close);
      document.removeEventListener('keydown', close);
    };
  }, [isOpen]);

  if (timings === undefined) return null;
  const total = Math.max(1, timings.endedMs);
  return (
    <span ref={root} className="relative">
      <button
        type="button"
        className="h-full px-1 hover:underline"
        aria-expanded={isOpen}
        aria-controls={id}
        title={t('timing.title')}
        onClick={() => setOpen(!isOpen)}
      >
        {formatDuration(timings.endedMs)}
      </button>
      {isOpen && (
        <div
          id={id}
          className="absolute bottom-full left-0 z-30 mb-1 w-80 rounded-md border border-line bg-raised p-3 text-text"
        >
          <p className="mb-2 font-medium">{t('timing.title')}</p>
          <dl className="grid grid-cols-[auto_1fr_auto] items-center gap-x-3 gap-y-1">
            {waterfallSteps(timings, stages).map(({ name, fromMs, toMs }) => (
              <div key={name} className="contents">
                <dt>{t(`timing.steps.${name}`)}</dt>
                <dd className="h-2 bg-sunken" aria-hidden>
                  <div
                    className="h-full min-w-px bg-accent"
                    style={{
                      marginLeft: `${(fromMs / total) * 100}%`,
                      width: `${((toMs - fromMs) / total) * 100}%`,
                    }}
                  />
                </dd>
                <dd className="text-right">{formatMilliseconds(toMs - fromMs, locale)}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </span>
  );
}

function formatMilliseconds(milliseconds: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' }).format(Math.round(milliseconds));
}
