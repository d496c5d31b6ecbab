'use client';

import { useTranslations } from 'use-intl';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';

interface HoldingRow {
  readonly requestType: string;
  readonly holder: string;
  readonly count: number;
}

/** The parallel request controller: what is counted now, and who holds it. */
export function Requests() {
  const t = useTranslations('admin');
  const { number } = useFormat();
  const panel = usePanel('requests');
  const rows = Object.entries(panel?.rows ?? {}).flatMap(([requestType, { holders }]) =>
    holders.map(({ holder, count }): HoldingRow => ({ requestType, holder, count })),
  );
  const columns: Column<HoldingRow>[] = [
    { title: t('columns.type'), cell: ({ requestType }) => <span className="font-mono">{requestType}</span> },
    { title: t('columns.heldBy'), cell: ({ holder }) => <span className="font-mono">{holder}</span> },
    { title: t('columns.requests'), cell: ({ count }) => number(count), isNumber: true },
    {
      title: t('columns.action'),
      cell: ({ requestType, holder, count }) => (
        <AdminActionButton
          action="requests.end"
          args={{ holder, requestType }}
          question={t('requests.endQuestion', { count, type: requestType, holder })}
          done={t('requests.ended')}
          label={t('requests.endOne', { type: requestType, holder })}
        >
          {t('requests.end')}
        </AdminActionButton>
      ),
    },
  ];
  const empty =
    panel?.isReachable === false ? t('requests.unavailable') : rows.length === 0 ? t('requests.empty') : undefined;
  return (
    <Section id="requests" title={t('requests.title')} empty={empty}>
      <DataTable
        label={t('requests.label')}
        columns={columns}
        rows={rows}
        keyOf={({ requestType, holder }) => `${requestType} ${holder}`}
      />
    </Section>
  );
}
