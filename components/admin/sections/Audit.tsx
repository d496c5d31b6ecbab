'use client';

import { useTranslations } from 'use-intl';
import type { AuditEntry } from '@/core/admin/panels';
import { at } from '@/core/basePath';
import { OUTLINE_BUTTON } from '@/components/ui/classes';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';

/** Who did what, newest first: in the words of the log, which is one for all administrators. */
export function Audit() {
  const t = useTranslations('admin');
  const { dateAndClock } = useFormat();
  const lines = usePanel('audit') ?? [];
  const rows = lines.map((line, i) => ({ ...line, key: `${line.atMs} ${lines.length - i}` }));
  const columns: Column<AuditEntry>[] = [
    { title: t('columns.when'), cell: ({ atMs }) => dateAndClock(atMs) },
    { title: t('columns.who'), cell: ({ who, role }) => `${who} (${role})` },
    { title: t('columns.action'), cell: ({ action }) => action },
    { title: t('columns.what'), cell: ({ what }) => what },
    { title: t('columns.before'), cell: ({ before }) => before ?? '' },
    { title: t('columns.after'), cell: ({ after }) => after ?? '' },
    { title: t('columns.refused'), cell: ({ refused }) => <span className="text-warn">{refused}</span> },
  ];
  return (
    <Section id="audit" title={t('panels.audit')} empty={rows.length === 0 ? t('audit.empty') : undefined}>
      <a href={at('/api/admin/audit.csv')} download className={`${OUTLINE_BUTTON} mb-2 w-fit`}>
        {t('audit.exportCsv')}
      </a>
      <DataTable label={t('panels.audit')} columns={columns} rows={rows} keyOf={({ key }) => key} />
    </Section>
  );
}
