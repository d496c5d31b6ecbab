'use client';

import { useTranslations } from 'use-intl';
import type { Percentiles } from '@/core/admin/series';
import { usePart } from '@/components/admin/parts/context';
import { useFormat } from '@/components/admin/parts/useFormat';
import { useServerNow } from '@/components/admin/parts/useServerNow';
import { figuresOf } from '@/components/admin/model/figures';

/** The numbers that matter, at a glance. */
export function Cards() {
  const t = useTranslations('admin');
  const { number, percent, seconds } = useFormat();
  const queue = usePart('queue', ({ classes, inLanes, backends, calibration }) => ({
    classes,
    inLanes,
    backends,
    calibration,
  }));
  const fine = usePart('series', (series) => series['5']);
  const figures = figuresOf(queue, fine, useServerNow());
  const accuracy = queue?.calibration;
  const spread = (found: Percentiles | undefined) =>
    found ? [`p95 ${seconds(found.p95)}`, `p99 ${seconds(found.p99)}`] : [];
  const cards: [title: string, value: string, ...more: string[]][] = [
    [t('cards.waiting'), number(figures.waiting)],
    [t('cards.running'), number(figures.running)],
    [t('cards.busy'), `${number(figures.busy)} / ${number(figures.backends)}`],
    [t('cards.donePerMinute'), number(figures.donePerMinute)],
    [t('cards.failed'), percent(figures.failedShare)],
    [t('cards.wait'), seconds(figures.wait?.p50), ...spread(figures.wait)],
    [t('cards.run'), seconds(figures.run?.p50), ...spread(figures.run)],
    [t('cards.oldest'), seconds(figures.oldestSeconds)],
    [
      t('cards.estimateError'),
      seconds(accuracy?.meanErrorSeconds),
      ...(accuracy ? [t('cards.ofWait', { wait: seconds(accuracy.meanWaitSeconds) })] : []),
    ],
  ];
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] gap-3 xl:grid-cols-9" data-testid="cards">
      {cards.map(([title, value, ...more]) => (
        <div key={title} className="rounded-md border border-line bg-surface px-3 py-2">
          <dt className="text-muted">{title}</dt>
          <dd className="text-xl font-semibold tabular-nums">{value}</dd>
          {more.map((line) => (
            <dd key={line} className="text-xs text-muted tabular-nums">
              {line}
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}
