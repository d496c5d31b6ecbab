'use client';

import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { useCodes } from './useCodes';
import { useFormat } from './useFormat';

interface WaterfallProps {
  readonly timings: Readonly<Record<string, number>> | undefined;
  /** Said where nothing is known of the stages. */
  readonly children?: ReactNode;
}

/** Timing, stage by stage, one after the other. */
export function Waterfall({ timings, children }: WaterfallProps) {
  const t = useTranslations('admin');
  const say = useCodes();
  const { milliseconds } = useFormat();
  const stages = Object.entries(timings ?? {}).filter(([, tookMs]) => tookMs > 0);
  const whole = stages.reduce((sum, [, tookMs]) => sum + tookMs, 0);
  if (whole === 0) return children === undefined ? null : <p className="mt-2 text-muted">{children}</p>;
  let before = 0;
  return (
    <ol className="mt-3 flex flex-col gap-1" aria-label={t('task.timing')}>
      {stages.map(([name, tookMs]) => {
        const left = (before / whole) * 100;
        before += tookMs;
        return (
          <li key={name} className="grid grid-cols-[minmax(0,11rem)_5rem_1fr] items-center gap-2 tabular-nums">
            <span>{say('stage', name)}</span>
            <span className="text-right text-muted">{milliseconds(tookMs)}</span>
            <span aria-hidden className="relative h-3">
              <span
                className="absolute h-full rounded-sm bg-accent"
                style={{ left: `${left}%`, width: `max(2px, ${(tookMs / whole) * 100}%)` }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
