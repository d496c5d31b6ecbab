'use client';

import { useState } from 'react';
import { FIELD, OUTLINE_BUTTON } from '@/components/ui/classes';
import { useAdmin, useMay, usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';

interface LevelRow {
  readonly name: string;
  readonly durationSeconds: number;
  readonly limit: string;
  readonly inForce: number;
  readonly running: number;
}

const COLUMNS: Column<LevelRow>[] = [
  { title: 'Level', cell: ({ name }) => name },
  { title: 'Duration', cell: ({ durationSeconds }) => `${durationSeconds} s`, isNumber: true },
  { title: 'Limit', cell: ({ limit }) => limit, isNumber: true },
  { title: 'Running', cell: (level) => <Occupancy level={level} /> },
];

/** The levels with what runs against what may, and their limits to change. */
export function Levels() {
  const queue = usePanel('queue');
  const may = useMay('operator');
  const control = usePanel('control');
  const current = queue?.levels.map((level) => `${level.durationSeconds}:${level.limit}`).join(',') ?? '';
  return (
    <Section id="levels" title="Levels and limits" empty={queue ? undefined : 'No data from the scheduler yet.'}>
      <DataTable label="Levels" columns={COLUMNS} rows={queue?.levels ?? []} keyOf={({ name }) => name} />
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2">
        {may && <LimitsForm key={current} current={current} />}
        {control?.levelsBefore !== undefined && (
          <AdminActionButton
            action="limits.undo"
            done="Previous limits restored."
            label={`Undo: restore ${control.levelsBefore}`}
          >
            Undo
          </AdminActionButton>
        )}
        {control?.levels !== undefined && (
          <AdminActionButton action="limits.reset" done="Limits reset.">
            Reset to configured
          </AdminActionButton>
        )}
        <p className="w-full text-xs text-muted">
          Configured: {queue?.configuredLevels}. Each level is seconds:limit, with the limit as a count or a share of
          the backends. Durations can change only while the queue is empty.
        </p>
      </div>
    </Section>
  );
}

function LimitsForm({ current }: { readonly current: string }) {
  const { act } = useAdmin();
  const [text, setText] = useState(current);
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void act('limits.set', { levels: text }, 'Limits applied.');
      }}
    >
      <label className="flex items-center gap-2">
        Limits
        <input className={`${FIELD} w-64 font-mono`} value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button type="submit" className={OUTLINE_BUTTON} disabled={text === current}>
        Apply
      </button>
    </form>
  );
}

function Occupancy({ level: { running, inForce } }: { readonly level: LevelRow }) {
  const share = inForce === 0 ? 0 : Math.min(1, running / inForce);
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="h-2 w-24 overflow-hidden rounded bg-sunken">
        <span
          className={`block h-full ${share >= 1 ? 'bg-[var(--warn)]' : 'bg-accent'}`}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      {running} of {inForce}
    </span>
  );
}
