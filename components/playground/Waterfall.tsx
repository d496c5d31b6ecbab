'use client';

import { useLocale, useTranslations } from 'use-intl';
import { formatDuration } from '@/components/lib/format';
import { lazyPart } from '@/components/ui/lazyPart';
import { usePlayground } from '@/components/workbench/context';
import type { Locale } from '@/core/locale';
import { waterfallSteps } from './waterfallSteps';

const Popover = lazyPart('page', () => import('@/components/ui/Popover'));

/** The time of the last render, and behind it where that time went. */
export function Waterfall() {
  const t = useTranslations('playground');
  const locale = useLocale();
  const timings = usePlayground(({ report }) => report?.timings);
  const stages = usePlayground(({ report }) => report?.stages);
  if (timings === undefined) return null;
  const total = Math.max(1, timings.endedMs);
  return (
    <Popover
      title={t('timing.title')}
      buttonClass="h-full shrink-0 px-1 whitespace-nowrap tabular-nums hover:underline"
      button={
        <>
          <span className="sr-only">{t('timing.title')}</span> {formatDuration(timings.endedMs)}
        </>
      }
    >
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
            <dd className="text-right tabular-nums">{formatMilliseconds(toMs - fromMs, locale)}</dd>
          </div>
        ))}
      </dl>
    </Popover>
  );
}

function formatMilliseconds(milliseconds: number, locale: Locale): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit: 'millisecond' }).format(Math.round(milliseconds));
}
