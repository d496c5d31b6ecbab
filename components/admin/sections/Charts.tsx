'use client';

import { useMemo, useState } from 'react';
import { WIDTHS_SECONDS, type Width } from '@/core/admin/series';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { Chart } from '@/components/admin/parts/Chart';
import { byClass, failures, occupancy, throughput } from '@/components/admin/model/chartData';
import { usePanel } from '@/components/admin/parts/context';
import { inOrder } from '@/components/admin/model/figures';
import { Section } from '@/components/admin/parts/Section';

const SPANS: Readonly<Record<Width, string>> = { 5: '5 min', 60: '1 h', 600: '24 h' };

/** How it went over the last five minutes, the last hour, the last day. */
export function Charts() {
  const series = usePanel('series');
  const [width, setWidth] = useState<Width>(5);
  const buckets = useMemo(() => inOrder(series?.[String(width)]), [series, width]);
  const charts = useMemo(
    () =>
      [
        ['Throughput', 'tasks per minute', throughput(buckets, width)],
        ['Queue and backends', 'count', occupancy(buckets)],
        ['Wait by class', 's, median', byClass(buckets, 'wait')],
        ['Run by class', 's, median', byClass(buckets, 'run')],
        ['Failures by cause', 'count', failures(buckets)],
      ] as const,
    [buckets, width],
  );
  const tools = WIDTHS_SECONDS.map((one) => (
    <button key={one} type="button" className={FLAT_BUTTON} aria-pressed={one === width} onClick={() => setWidth(one)}>
      {SPANS[one]}
    </button>
  ));
  const empty = buckets.length === 0 ? 'No data yet. First numbers appear within seconds.' : undefined;
  return (
    <Section id="charts" title="History" tools={tools} empty={empty}>
      <div className="grid grid-cols-1 gap-4 p-4 md:grid-cols-2 2xl:grid-cols-3">
        {charts.map(([title, unit, lines]) =>
          lines.names.length > 0 ? (
            <Chart key={title} title={title} unit={unit} lines={lines} />
          ) : (
            <p key={title} className="px-1 text-muted">
              {title}: none.
            </p>
          ),
        )}
      </div>
    </Section>
  );
}
