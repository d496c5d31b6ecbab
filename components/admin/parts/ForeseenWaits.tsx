'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { Foreseen } from '@/core/admin/leaderQuestion';
import { useAdmin } from './context';
import { DataTable, type Column } from './DataTable';
import { useFormat } from './useFormat';
import { useWaits } from './useForesight';

type ForeseenRow = Foreseen['rows'][number];

const SETTLE_MS = 400;

/** What other limits would do to those who wait now, while somebody writes them. */
export function ForeseenWaits({ levels }: { readonly levels: string }) {
  const t = useTranslations('admin');
  const { ask } = useAdmin();
  const { number, seconds } = useFormat();
  const waits = useWaits();
  const [found, setFound] = useState<{ readonly rows: readonly ForeseenRow[]; readonly error?: string }>();
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      void ask('queue.foresee', { change: { set: 'levels', levels } }).then((answer) => {
        if (isCurrent) setFound(answer.ok ? answer.reply : { rows: [], error: answer.error });
      });
    }, SETTLE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [ask, levels]);
  if (!found) return <p className="w-full text-muted">{t('foresee.looking')}</p>;
  if (found.error !== undefined) return <p className="w-full text-warn">{found.error}</p>;
  if (found.rows.length === 0) return <p className="w-full text-muted">{t('foresee.nobodyWaits')}</p>;
  const columns: Column<ForeseenRow>[] = [
    { title: t('columns.class'), cell: ({ taskClass }) => taskClass },
    { title: t('columns.waiting'), cell: ({ tasks }) => number(tasks), isNumber: true },
    { title: t('foresee.before'), cell: ({ before }) => waits(before), isNumber: true },
    { title: t('foresee.after'), cell: ({ after }) => <b>{waits(after)}</b>, isNumber: true },
    { title: t('foresee.longest'), cell: ({ after }) => seconds(after.longestSeconds), isNumber: true },
  ];
  return (
    <div className="w-full" data-testid="foreseen">
      <DataTable label={t('foresee.label')} columns={columns} rows={found.rows} keyOf={({ taskClass }) => taskClass} />
    </div>
  );
}
