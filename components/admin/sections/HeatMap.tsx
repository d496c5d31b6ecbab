'use client';

import { useMemo, useState } from 'react';
import { useTranslations } from 'use-intl';
import { inOrder } from '@/components/admin/model/figures';
import { heatRows, type HeatCell } from '@/components/admin/model/heatMap';
import { usePart } from '@/components/admin/parts/context';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';

const COLORS: Readonly<Record<HeatCell['heat'], string>> = {
  0: 'bg-sunken',
  1: 'bg-[color-mix(in_srgb,var(--warn)_25%,var(--surface))]',
  2: 'bg-[color-mix(in_srgb,var(--warn)_55%,var(--surface))]',
  3: 'bg-[var(--warn)]',
  4: 'bg-[var(--error)]',
};

/** When people had to wait today, and in which class. */
export function HeatMap() {
  const t = useTranslations('admin');
  const { clock, seconds } = useFormat();
  const coarse = usePart('series', (series) => series['600']);
  const rows = useMemo(() => heatRows(inOrder(coarse)), [coarse]);
  const [pointedAt, setPointedAt] = useState<string>();
  return (
    <Section id="heat" title={t('views.heat')} empty={rows.length === 0 ? t('views.heatEmpty') : undefined}>
      <div className="overflow-x-auto p-4" role="group" aria-label={t('views.heat')} tabIndex={0}>
        <p className="pb-2 text-xs text-muted">{pointedAt ?? t('views.heatHint')}</p>
        <table
          className="w-full border-separate border-spacing-x-px border-spacing-y-1"
          onPointerOver={({ target }) => setPointedAt((target as HTMLElement).closest('td')?.dataset.said)}
          onPointerLeave={() => setPointedAt(undefined)}
        >
          <tbody>
            {rows.map(({ taskClass, cells }) => (
              <tr key={taskClass}>
                <th scope="row" className="pr-3 text-left font-normal whitespace-nowrap">
                  {taskClass}
                </th>
                {cells.map(({ atMs, waitSeconds, heat }) => {
                  const said = t('views.heatCell', {
                    class: taskClass,
                    time: clock(atMs),
                    wait: seconds(waitSeconds),
                  });
                  return (
                    <td key={atMs} data-said={said} className={`h-5 min-w-1 rounded-[1px] p-0 ${COLORS[heat]}`}>
                      <span className="sr-only">{heat > 0 ? said : ''}</span>
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
        <p className="flex justify-between text-xs text-muted tabular-nums">
          <span>{clock(rows[0]?.cells[0]?.atMs)}</span>
          <span>{clock(rows[0]?.cells.at(-1)?.atMs)}</span>
        </p>
      </div>
    </Section>
  );
}
