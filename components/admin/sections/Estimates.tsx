'use client';

import { usePanel } from '@/components/admin/parts/context';
import { Section } from '@/components/admin/parts/Section';
import { percent, seconds } from '@/components/lib/format';

/** How honest the estimates have been: told against what came. */
export function Estimates() {
  const found = usePanel('queue')?.calibration;
  const rows: [string, string, string][] = found
    ? [
        ['Tasks that waited', String(found.pairs), ''],
        ['Mean wait', seconds(found.meanWaitSeconds), ''],
        [
          'Mean error',
          seconds(found.meanErrorSeconds),
          `${percent(found.relativeError)} of the mean wait; under 30 % is good`,
        ],
        ['Within 2 s or 25 %', percent(found.goodShare), 'over 80 % is good'],
        ['At or below the 90 % bound', percent(found.boundShare), '87 to 94 % is good'],
        ...Object.entries(found.classes).map(([name, own]): [string, string, string] => [
          `Bound of ${name}`,
          percent(own.boundShare),
          `${own.pairs} tasks; scaled by ${own.factor.toFixed(2)}`,
        ]),
      ]
    : [];
  return (
    <Section
      id="estimates"
      title="Estimates"
      empty={found ? undefined : 'No task has waited since this scheduler took over.'}
    >
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
