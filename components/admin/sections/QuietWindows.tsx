'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { QuietWindow } from '@/core/admin/webhook';
import { FIELD } from '@/components/ui/classes';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { usePart } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';

/** When webhooks are told nothing. */
export function QuietWindows() {
  const t = useTranslations('admin');
  const { dateAndClock } = useFormat();
  const windows = Object.values(usePart('webhooks', (panel) => panel.windows) ?? {});
  const [from, setFrom] = useState('');
  const [until, setUntil] = useState('');
  const columns: Column<QuietWindow>[] = [
    { title: t('webhooks.from'), cell: ({ fromMs }) => dateAndClock(fromMs) },
    { title: t('webhooks.until'), cell: ({ untilMs }) => dateAndClock(untilMs) },
    {
      title: t('columns.action'),
      cell: ({ id }) => (
        <AdminActionButton action="window.remove" args={{ id }} done={t('webhooks.windowRemoved')}>
          {t('webhooks.removeWindow')}
        </AdminActionButton>
      ),
    },
  ];
  const fields = [
    [t('webhooks.from'), from, setFrom],
    [t('webhooks.until'), until, setUntil],
  ] as const;
  const args = { fromMs: new Date(from).getTime() || 0, untilMs: new Date(until).getTime() || 0 };
  return (
    <Section id="windows" title={t('webhooks.window')}>
      {windows.length > 0 && (
        <DataTable label={t('webhooks.window')} columns={columns} rows={windows} keyOf={({ id }) => id} />
      )}
      <div className="flex flex-wrap items-center gap-2 px-4 py-2">
        {fields.map(([label, value, setValue]) => (
          <label key={label} className="flex items-center gap-2">
            {label}
            <input
              type="datetime-local"
              className={FIELD}
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          </label>
        ))}
        <AdminActionButton action="window.add" args={args} done={t('webhooks.windowAdded')}>
          {t('webhooks.addWindow')}
        </AdminActionButton>
        <p className="w-full text-xs text-muted">{t('webhooks.windowHint')}</p>
      </div>
    </Section>
  );
}
