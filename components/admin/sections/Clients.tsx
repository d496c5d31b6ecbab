'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FIELD } from '@/components/ui/classes';
import { usePart } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';

interface ClientRow {
  readonly who: string;
  readonly inQueue: number;
  readonly inLane: number;
  readonly running: number;
  readonly isBlocked: boolean;
}

/** Who uses the line most, and who is blocked. */
export function Clients() {
  const t = useTranslations('admin');
  const { number } = useFormat();
  const queue = usePart('queue', ({ clients, tasksPerClient }) => ({ clients, tasksPerClient }));
  const clients = queue?.clients ?? {};
  const blocked = usePart('control', (control) => control.blocked) ?? [];
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
  const columns: Column<ClientRow>[] = [
    { title: t('columns.client'), cell: (row) => <span className="font-mono">{row.who}</span> },
    { title: t('columns.inQueue'), cell: ({ inQueue }) => number(inQueue), isNumber: true },
    { title: t('columns.inLane'), cell: ({ inLane }) => number(inLane), isNumber: true },
    { title: t('columns.running'), cell: ({ running }) => number(running), isNumber: true },
    { title: t('columns.action'), cell: (row) => <ClientAction row={row} /> },
  ];
  return (
    <Section
      id="clients"
      title={t('panels.clients')}
      tools={
        <>
          <label className="flex items-center gap-2">
            {t('clients.who')}
            <input className={`${FIELD} w-44 font-mono`} value={who} onChange={(event) => setWho(event.target.value)} />
          </label>
          {who.trim() !== '' && (
            <AdminActionButton
              action="client.block"
              args={{ who }}
              question={t('clients.blockNamed', { who })}
              done={t('clients.blocked', { who })}
            >
              {t('clients.block')}
            </AdminActionButton>
          )}
        </>
      }
      empty={rows.length === 0 ? t('clients.empty') : undefined}
    >
      <DataTable label={t('panels.clients')} columns={columns} rows={rows} keyOf={(row) => row.who} />
      <p className="border-t border-line px-4 py-2 text-xs text-muted">
        {t('clients.share', { count: queue?.tasksPerClient ?? 0 })}
      </p>
    </Section>
  );
}

function ClientAction({ row: { who, inQueue, inLane, running, isBlocked } }: { readonly row: ClientRow }) {
  const t = useTranslations('admin');
  return isBlocked ? (
    <AdminActionButton
      action="client.allow"
      args={{ who }}
      done={t('clients.allowed', { who })}
      label={t('clients.allowOne', { who })}
    >
      {t('clients.allow')}
    </AdminActionButton>
  ) : (
    <AdminActionButton
      action="client.block"
      args={{ who }}
      question={t('clients.blockQuestion', { who, count: inQueue + inLane + running })}
      done={t('clients.blocked', { who })}
      label={t('clients.blockOne', { who })}
    >
      {t('clients.block')}
    </AdminActionButton>
  );
}
