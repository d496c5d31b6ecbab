'use client';

import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { plural } from '@/components/lib/format';

interface HoldingRow {
  readonly requestType: string;
  readonly holder: string;
  readonly count: number;
}

const COLUMNS: Column<HoldingRow>[] = [
  { title: 'Type', cell: ({ requestType }) => <span className="font-mono">{requestType}</span> },
  { title: 'Held by', cell: ({ holder }) => <span className="font-mono">{holder}</span> },
  { title: 'Requests', cell: ({ count }) => count, isNumber: true },
  {
    title: 'Action',
    cell: ({ requestType, holder, count }) => (
      <AdminActionButton
        action="requests.end"
        args={{ holder, requestType }}
        question={`End ${plural(count, 'request')} of type ${requestType} held by ${holder}?`}
        done="Requests ended."
        label={`End ${requestType} of ${holder}`}
      >
        End
      </AdminActionButton>
    ),
  },
];

/** The parallel request controller: what is counted now, and who holds it. */
export function Requests() {
  const panel = usePanel('requests');
  const rows = Object.entries(panel?.rows ?? {}).flatMap(([requestType, { holders }]) =>
    holders.map(({ holder, count }): HoldingRow => ({ requestType, holder, count })),
  );
  const empty =
    panel?.isReachable === false
      ? 'Counts are unavailable right now.'
      : rows.length === 0
        ? 'No requests right now.'
        : undefined;
  return (
    <Section id="requests" title="Parallel requests" empty={empty}>
      <DataTable
        label="Requests by type"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ requestType, holder }) => `${requestType} ${holder}`}
      />
    </Section>
  );
}
