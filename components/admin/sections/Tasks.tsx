'use client';

import { useState } from 'react';
import { FIELD, FLAT_BUTTON } from '@/components/ui/classes';
import { useAdmin, usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { CancelTasks } from '@/components/admin/parts/CancelTasks';
import { Section } from '@/components/admin/parts/Section';
import { TaskDetail } from './TaskDetail';
import { matches, taskRows, type TaskRow } from '@/components/admin/model/taskRows';
import { clock, seconds, short } from '@/components/lib/format';

/** Every task that waits or runs, and those that ended last; each with its story. */
export function Tasks() {
  const queue = usePanel('queue');
  const ended = usePanel('ended');
  const { heardAtMs } = useAdmin().view;
  const [filter, setFilter] = useState('');
  const [chosen, setChosen] = useState<string>();
  const all = taskRows(queue, ended);
  const rows = all.filter((row) => matches(row, filter));
  const live = rows.filter((row) => row.isLive);
  const columns: Column<TaskRow>[] = [
    {
      title: 'Task',
      cell: ({ id }) => (
        <button
          type="button"
          className={`${FLAT_BUTTON} font-mono`}
          aria-label={`Details of ${short(id)}`}
          onClick={() => setChosen(id)}
        >
          {short(id)}
        </button>
      ),
    },
    { title: 'State', cell: (row) => <b className={stateColor(row)}>{row.state}</b> },
    { title: 'Class', cell: ({ taskClass }) => taskClass },
    { title: 'Submitted', cell: ({ submittedAtMs }) => clock(submittedAtMs) },
    { title: 'Waited', cell: (row) => seconds(waited(row, heardAtMs)), isNumber: true },
    { title: 'Ran', cell: (row) => seconds(ran(row, heardAtMs)), isNumber: true },
    {
      title: 'Limit',
      cell: ({ durationSeconds }) => (durationSeconds === undefined ? '–' : `${durationSeconds} s`),
      isNumber: true,
    },
    { title: 'Backend', cell: ({ backend }) => backend ?? '–' },
    { title: 'Client', cell: ({ client }) => client },
  ];
  const row = all.find(({ id }) => id === chosen);
  return (
    <Section
      id="tasks"
      title="Tasks"
      tools={
        <>
          <label className="flex items-center gap-2">
            Filter
            <input
              className={`${FIELD} w-56`}
              value={filter}
              placeholder="state, class, backend, client"
              onChange={(event) => setFilter(event.target.value)}
            />
          </label>
          <CancelTasks tasks={live.map(({ id }) => id)} />
        </>
      }
      empty={all.length === 0 ? 'No tasks yet.' : rows.length === 0 ? 'No matches' : undefined}
    >
      <DataTable
        label="Tasks"
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        testIdOf={({ id }) => `task-${id}`}
      />
      {row && <TaskDetail row={row} nowMs={heardAtMs} onClose={() => setChosen(undefined)} />}
    </Section>
  );
}

function stateColor({ isLive, state }: TaskRow): string {
  if (isLive) return state === 'running' ? 'text-accent' : '';
  return state === 'success' ? 'text-ok' : 'text-warn';
}

function waited(row: TaskRow, nowMs: number): number {
  return Math.max(0, ((row.startedAtMs ?? row.endedAtMs ?? nowMs) - row.submittedAtMs) / 1000);
}

function ran(row: TaskRow, nowMs: number): number | undefined {
  return row.startedAtMs === undefined ? undefined : Math.max(0, ((row.endedAtMs ?? nowMs) - row.startedAtMs) / 1000);
}
