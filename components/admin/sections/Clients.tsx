'use client';

import { useState } from 'react';
import { FIELD } from '@/components/ui/classes';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { plural } from '@/components/lib/format';

interface ClientRow {
  readonly who: string;
  readonly inQueue: number;
  readonly inLane: number;
  readonly running: number;
  readonly isBlocked: boolean;
}

const COLUMNS: Column<ClientRow>[] = [
  { title: 'Client', cell: ({ who }) => <span className="font-mono">{who}</span> },
  { title: 'In queue', cell: ({ inQueue }) => inQueue, isNumber: true },
  { title: 'In lane', cell: ({ inLane }) => inLane, isNumber: true },
  { title: 'Running', cell: ({ running }) => running, isNumber: true },
  {
    title: 'Action',
    cell: ({ who, inQueue, inLane, running, isBlocked }) =>
      isBlocked ? (
        <AdminActionButton action="client.allow" args={{ who }} done={`${who} allowed.`} label={`Allow ${who}`}>
          Allow
        </AdminActionButton>
      ) : (
        <AdminActionButton
          action="client.block"
          args={{ who }}
          question={`Block ${who}? New renders will be refused; ${plural(inQueue + inLane + running, 'current task')} will finish.`}
          done={`${who} blocked.`}
          label={`Block ${who}`}
        >
          Block
        </AdminActionButton>
      ),
  },
];

/** Who uses the line most, and who is blocked. */
export function Clients() {
  const queue = usePanel('queue');
  const clients = queue?.clients ?? {};
  const blocked = usePanel('control')?.blocked ?? [];
  const [who, setWho] = useState('');
  const rows: ClientRow[] = [
    ...Object.entries(clients).map(([name, counts]) => ({
      who: name,
      ...counts,
      isBlocked: blocked.some((entry) => entry.who === name),
    })),
    ...blocked
      .filter((entry) => clients[entry.who] === undefined)
      .map((entry) => ({ who: entry.who, inQueue: 0, inLane: 0, running: 0, isBlocked: true })),
  ];
  return (
    <Section
      id="clients"
      title="Clients"
      tools={
        <>
          <label className="flex items-center gap-2">
            Client or address
            <input className={`${FIELD} w-44 font-mono`} value={who} onChange={(event) => setWho(event.target.value)} />
          </label>
          {who.trim() !== '' && (
            <AdminActionButton
              action="client.block"
              args={{ who }}
              question={`Block 1 client or address: ${who}? New renders will be refused.`}
              done={`${who} blocked.`}
            >
              Block
            </AdminActionButton>
          )}
        </>
      }
      empty={rows.length === 0 ? 'No clients have tasks, and none are blocked.' : undefined}
    >
      <DataTable label="Clients" columns={COLUMNS} rows={rows} keyOf={(row) => row.who} />
      <p className="border-t border-line px-4 py-2 text-xs text-muted">
        A client may have {plural(queue?.tasksPerClient ?? 0, 'task')} in the queue at a time; the rest wait in its
        lane.
      </p>
    </Section>
  );
}
