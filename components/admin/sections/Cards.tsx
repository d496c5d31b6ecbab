'use client';

import type { Percentiles } from '@/core/admin/series';
import { useAdmin, usePanel } from '@/components/admin/parts/context';
import { figuresOf } from '@/components/admin/model/figures';
import { percent, seconds } from '@/components/lib/format';

/** The numbers that matter, at a glance. */
export function Cards() {
  const queue = usePanel('queue');
  const series = usePanel('series');
  const { heardAtMs } = useAdmin().view;
  const figures = figuresOf(queue, series?.['5'], heardAtMs);
  const accuracy = queue?.calibration;
  const cards: [title: string, value: string, ...more: string[]][] = [
    ['Waiting', String(figures.waiting)],
    ['Running', String(figures.running)],
    ['Backends busy', `${figures.busy} / ${figures.backends}`],
    ['Done per minute', String(figures.donePerMinute)],
    ['Failed', percent(figures.failedShare)],
    ['Wait', seconds(figures.wait?.p50), ...spread(figures.wait)],
    ['Run', seconds(figures.run?.p50), ...spread(figures.run)],
    ['Oldest waiting task', seconds(figures.oldestSeconds)],
    [
      'Estimate error',
      seconds(accuracy?.meanErrorSeconds),
      ...(accuracy ? [`of ${seconds(accuracy.meanWaitSeconds)}`] : []),
    ],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3 xl:grid-cols-9" data-testid="cards">
      {cards.map(([title, value, ...more]) => (
        <div key={title} className="rounded-md border border-line bg-surface px-3 py-2">
          <dt className="text-muted">{title}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
          {more.map((words) => (
            <dd key={words} className="text-xs text-muted tabular-nums">
              {words}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

function spread(found: Percentiles | undefined): string[] {
  return found ? [`p95 ${seconds(found.p95)}`, `p99 ${seconds(found.p99)}`] : [];
}
