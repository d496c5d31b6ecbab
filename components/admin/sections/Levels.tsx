'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { FIELD, OUTLINE_BUTTON } from '@/components/ui/classes';
import { useAdmin, useMay, usePart, usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { ForeseenWaits } from '@/components/admin/parts/ForeseenWaits';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';

interface LevelRow {
  readonly name: string;
  readonly durationSeconds: number;
  readonly limit: string;
  readonly inForce: number;
  readonly running: number;
}

/** The levels with what runs against what may, and their limits to change. */
export function Levels() {
  const t = useTranslations('admin');
  const { limit: duration } = useFormat();
  const queue = usePart('queue', ({ levels, configuredLevels }) => ({ levels, configuredLevels }));
  const may = useMay('operator');
  const control = usePanel('control');
  const current = queue?.levels.map((level) => `${level.durationSeconds}:${level.limit}`).join(',') ?? '';
  const columns: Column<LevelRow>[] = [
    { title: t('columns.level'), cell: ({ name }) => name },
    { title: t('columns.duration'), cell: ({ durationSeconds }) => duration(durationSeconds), isNumber: true },
    { title: t('columns.limit'), cell: ({ limit }) => limit, isNumber: true },
    { title: t('columns.running'), cell: (level) => <Occupancy level={level} /> },
  ];
  return (
    <Section id="levels" title={t('levels.title')} empty={queue ? undefined : t('noSchedulerData')}>
      <DataTable label={t('panels.levels')} columns={columns} rows={queue?.levels ?? []} keyOf={({ name }) => name} />
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2">
        {may && <LimitsForm key={current} current={current} />}
        {control?.levelsBefore !== undefined && (
          <AdminActionButton
            action="limits.undo"
            args={{}}
            done={t('levels.undone')}
            label={t('levels.undoTo', { levels: control.levelsBefore })}
          >
            {t('levels.undo')}
          </AdminActionButton>
        )}
        {control?.levels !== undefined && (
          <AdminActionButton action="limits.reset" args={{}} done={t('levels.resetDone')}>
            {t('levels.reset')}
          </AdminActionButton>
        )}
        <p className="w-full text-xs text-muted">{t('levels.hint', { levels: queue?.configuredLevels ?? '' })}</p>
      </div>
    </Section>
  );
}

function LimitsForm({ current }: { readonly current: string }) {
  const t = useTranslations('admin');
  const { act } = useAdmin();
  const [text, setText] = useState(current);
  return (
    <form
      className="flex w-full flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void act('limits.set', { levels: text }, t('levels.applied'));
      }}
    >
      <label className="flex items-center gap-2">
        {t('levels.limits')}
        <input className={`${FIELD} w-64 font-mono`} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit" className={OUTLINE_BUTTON} disabled={text === current}>
        {t('levels.apply')}
      </button>
      {text !== current && text !== '' && <ForeseenWaits key={text} levels={text} />}
    </form>
  );
}

function Occupancy({ level: { running, inForce } }: { readonly level: LevelRow }) {
  const t = useTranslations('admin');
  const share = inForce === 0 ? 0 : Math.min(1, running / inForce);
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-2 w-24 overflow-hidden rounded bg-sunken">
        <span
          className={`block h-full ${share >= 1 ? 'bg-[var(--warn)]' : 'bg-accent'}`}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      {t('levels.occupancy', { running, limit: inForce })}
    </span>
  );
}
