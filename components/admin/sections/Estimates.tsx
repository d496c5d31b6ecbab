'use client';

import { useTranslations } from 'use-intl';
import { usePart } from '@/components/admin/parts/context';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';

/** How honest the estimates have been: told against what came (docs/queue.md, 15). */
export function Estimates() {
  const t = useTranslations('admin');
  const { limit, number, percent, seconds } = useFormat();
  const found = usePart('queue', (queue) => queue.calibration);
  const rows: [name: string, value: string, hint?: string][] = found
    ? [
        [t('estimates.pairs'), number(found.pairs)],
        [t('estimates.meanWait'), seconds(found.meanWaitSeconds)],
        [
          t('estimates.meanError'),
          seconds(found.meanErrorSeconds),
          t('estimates.meanErrorHint', { share: percent(found.relativeError), good: percent(0.3) }),
        ],
        [
          t('estimates.close', { time: limit(2), share: percent(0.25) }),
          percent(found.goodShare),
          t('estimates.closeHint', { good: percent(0.8) }),
        ],
        [
          t('estimates.bound', { share: percent(0.9) }),
          percent(found.boundShare),
          t('estimates.boundHint', { from: percent(0.87), to: percent(0.94) }),
        ],
        ...Object.entries(found.classes).map(([name, own]): [string, string, string] => [
          t('estimates.classBound', { name }),
          percent(own.boundShare),
          t('estimates.classHint', { count: own.pairs, factor: number(Math.round(own.factor * 100) / 100) }),
        ]),
      ]
    : [];
  return (
    <Section id="estimates" title={t('panels.estimates')} empty={found ? undefined : t('estimates.empty')}>
      <dl className="px-4 py-2">
        {rows.map(([name, value, hint]) => (
          <div key={name} className="flex flex-wrap gap-x-3 py-0.5">
            <dt className="w-56 text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
            <dd className="text-muted">{hint}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
