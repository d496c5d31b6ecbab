'use client';

import { useTranslations } from 'use-intl';
import type { Decision } from '@/core/admin/endedTask';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { Section } from '@/components/admin/parts/Section';
import { useCodes } from '@/components/admin/parts/useCodes';
import { useFormat } from '@/components/admin/parts/useFormat';
import { short } from '@/components/lib/format';

/** What the scheduler decided, newest first, with its reasons. */
export function Decisions() {
  const t = useTranslations('admin');
  const say = useCodes();
  const { clock } = useFormat();
  const decisions = usePanel('decisions');
  const rows = Object.entries(decisions ?? {})
    .map(([id, decision]) => ({ id, ...decision }))
    .sort((a, b) => b.atMs - a.atMs);
  const columns: Column<Decision>[] = [
    { title: t('columns.time'), cell: ({ atMs }) => clock(atMs) },
    {
      title: t('columns.decision'),
      cell: ({ kind }) => <b className={kind === 'permit' ? '' : 'text-warn'}>{say('decision', kind)}</b>,
    },
    { title: t('columns.task'), cell: ({ task }) => <span className="font-mono">{short(task)}</span> },
    { title: t('columns.why'), cell: ({ reason: { code, values } }) => say('why', code, values) },
  ];
  return (
    <Section id="decisions" title={t('panels.decisions')} empty={rows.length === 0 ? t('decisions.empty') : undefined}>
      <DataTable label={t('panels.decisions')} columns={columns} rows={rows} keyOf={({ id }) => id} />
    </Section>
  );
}
