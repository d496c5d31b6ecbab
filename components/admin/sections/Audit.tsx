'use client';

import type { AuditEntry } from '@/components/admin/model/adminPanels';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { Section } from '@/components/admin/parts/Section';
import { dateAndClock } from '@/components/lib/format';

const COLUMNS: Column<AuditEntry & { key: string }>[] = [
  { title: 'When', cell: ({ atMs }) => dateAndClock(atMs) },
  { title: 'Who', cell: ({ who, role }) => `${who} (${role})` },
  { title: 'Action', cell: ({ action }) => action },
  { title: 'What', cell: ({ what }) => what },
  { title: 'Before', cell: ({ before }) => before ?? '' },
  { title: 'After', cell: ({ after }) => after ?? '' },
  { title: 'Refused', cell: ({ refused }) => <span className="text-warn">{refused}</span> },
];

/** Who did what, newest first. */
export function Audit() {
  const lines = usePanel('audit') ?? [];
  const rows = lines.map((line, i) => ({ ...line, key: `${line.atMs} ${lines.length - i}` }));
  return (
    <Section id="audit" title="Audit log" empty={rows.length === 0 ? 'No actions yet.' : undefined}>
      <DataTable label="Audit log" columns={COLUMNS} rows={rows} keyOf={({ key }) => key} />
    </Section>
  );
}
