'use client';

import { usePanel } from '@/components/admin/parts/context';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { formatBytes, percent, plural } from '@/components/lib/format';

/** What is kept of renders, and how often it helped at this front since it started. */
export function Cache() {
  const panel = usePanel('cache');
  const uses = panel?.uses ?? {};
  const hits = (uses.memory ?? 0) + (uses.store ?? 0) + (uses.merged ?? 0);
  const asked = hits + (uses.miss ?? 0);
  const rows: [string, string][] = [
    ['Stored', `${panel?.entries ?? 0} renders, ${formatBytes(panel?.storeBytes)}`],
    ['In this front’s memory', formatBytes(panel?.memoryBytes)],
    ['Hits on this front', `${percent(asked === 0 ? undefined : hits / asked)} of ${asked}`],
  ];
  return (
    <Section
      id="cache"
      title="Cache"
      tools={
        <AdminActionButton
          action="cache.clear"
          question={`Clear the cache? ${plural(panel?.entries ?? 0, 'result')} will be rendered again when requested.`}
          done="Cache cleared."
        >
          Clear cache
        </AdminActionButton>
      }
      empty={panel ? undefined : 'No data from the cache yet.'}
    >
      <dl className="px-4 py-2">
        {rows.map(([name, value]) => (
          <div key={name} className="flex flex-wrap gap-x-3 py-0.5">
            <dt className="w-56 text-muted">{name}</dt>
            <dd className="tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
