'use client';

import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { WIDTHS_SECONDS, type Width } from '@/core/admin/series';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { Chart } from '@/components/admin/parts/Chart';
import { ALL, byClass, failures, occupancy, throughput, withGaps } from '@/components/admin/model/chartData';
import { usePanel } from '@/components/admin/parts/context';
import { inOrder } from '@/components/admin/model/figures';
import { Section } from '@/components/admin/parts/Section';
import { useCodes } from '@/components/admin/parts/useCodes';

const SPANS = {
  5: { unit: 'minutes', value: '5' },
  60: { unit: 'hours', value: '1' },
  600: { unit: 'hours', value: '24' },
} as const;

/** How it went over the last five minutes, the last hour, the last day. */
export function Charts() {
  const t = useTranslations('admin');
  const say = useCodes();
  const series = usePanel('series');
  const [width, setWidth] = useState<Width>(5);
  const buckets = useMemo(() => withGaps(inOrder(series?.[String(width)]), width), [series, width]);
  const charts = useMemo(() => {
    const ofLine = (name: string) => say('line', name);
    const ofClass = (name: string) => (name === ALL ? t('charts.allP95') : name);
    const ofOutcome = (name: string) => say('task', name);
    return [
      [t('charts.throughput'), t('charts.perMinute'), throughput(buckets, width), ofLine],
      [t('charts.occupancy'), t('charts.count'), occupancy(buckets), ofLine],
      [t('charts.wait'), t('charts.medianSeconds'), byClass(buckets, 'wait'), ofClass],
      [t('charts.run'), t('charts.medianSeconds'), byClass(buckets, 'run'), ofClass],
      [t('charts.failures'), t('charts.count'), failures(buckets), ofOutcome],
    ] as const;
  }, [buckets, width, t, say]);
  const tools = WIDTHS_SECONDS.map((one) => (
    <button key={one} type="button" className={FLAT_BUTTON} aria-pressed={one === width} onClick={() => setWidth(one)}>
      {t(`units.${SPANS[one].unit}`, { value: SPANS[one].value })}
    </button>
  ));
  const empty = buckets.length === 0 ? t('charts.empty') : undefined;
  return (
    <Section id="charts" title={t('panels.charts')} tools={tools} empty={empty}>
      <div className="grid grid-cols-1 gap-4 p-4 md:grid-cols-2 2xl:grid-cols-3">
        {charts.map(([title, unit, lines, nameOf]) =>
          lines.names.length > 0 ? (
            <Chart key={title} title={title} unit={unit} lines={lines} nameOf={nameOf} />
          ) : (
            <p key={title} className="px-1 text-muted">
              {t('charts.none', { title })}
            </p>
          ),
        )}
      </div>
    </Section>
  );
}
