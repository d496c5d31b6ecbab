'use client';

import type { Decision } from '@/core/admin/endedTask';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { Section } from '@/components/admin/parts/Section';
import { clock, short } from '@/components/lib/format';

const COLUMNS: Column<Decision & { id: string }>[] = [
  { title: 'Time', cell: ({ atMs }) => clock(atMs) },
  { title: 'Decision', cell: ({ kind }) => <b className={kind === 'permit' ? '' : 'text-warn'}>{kind}</b> },
  { title: 'Task', cell: ({ task }) => <span className="font-mono">{short(task)}</span> },
  { title: 'Why', cell: ({ why }) => why },
];

/** What the scheduler decided, newest first, with its reasons. */
export function Decisions() {
  const decisions = usePanel('decisions');
  const rows = Object.entries(decisions ?? {})
    .map(([id, decision]) => ({ id, ...decision }))
    .sort((a, b) => b.atMs - a.atMs);
  return (
    <Section id="decisions" title="Decisions" empty={rows.length === 0 ? 'No decisions yet.' : undefined}>
      <DataTable label="Decisions" columns={COLUMNS} rows={rows} keyOf={({ id }) => id} />
    </Section>
  );
}
