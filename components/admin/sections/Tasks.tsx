'use client';

import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { compileQuery, parseQuery } from '@/core/admin/query';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { usePanel, usePart } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { CancelMatching } from '@/components/admin/parts/CancelMatching';
import { Elapsed } from '@/components/admin/parts/Elapsed';
import { Section } from '@/components/admin/parts/Section';
import { SearchField } from '@/components/admin/parts/SearchField';
import { useQueryText } from '@/components/admin/parts/useQueryText';
import { useServerNow } from '@/components/admin/parts/useServerNow';
import { useCodes } from '@/components/admin/parts/useCodes';
import { UNKNOWN, useFormat } from '@/components/admin/parts/useFormat';
import { TaskDetail } from './TaskDetail';
import { searchableTask, taskRows, vocabularyOf, type TaskRow } from '@/components/admin/model/taskRows';
import { short } from '@/components/lib/format';

/** Every task that waits or runs, and those that ended last; each with its story. */
export function Tasks() {
  const t = useTranslations('admin');
  const say = useCodes();
  const { clock, limit } = useFormat();
  const live = usePart('queue', (queue) => queue.tasks);
  const ended = usePanel('ended');
  const [text, setText] = useQueryText();
  const [chosen, setChosen] = useState<string>();
  const all = taskRows(live, ended);
  const isFound = compileQuery(parseQuery(text), useServerNow());
  // A word is also looked for in what the page calls the state.
  const rows = all.filter((row) => isFound({ ...searchableTask(row), text: say('task', row.state) }));
  const vocabulary = {
    ...vocabularyOf(all),
    state: [...new Set(all.map(({ state }) => state))],
    cause: [...new Set(all.flatMap(({ state, isLive }) => (isLive ? [] : [state])))],
  };
  const columns: Column<TaskRow>[] = [
    {
      title: t('columns.task'),
      cell: ({ id }) => (
        <button
          type="button"
          className={`${FLAT_BUTTON} font-mono`}
          aria-label={t('tasks.detailsOf', { id: short(id) })}
          onClick={() => setChosen(id)}
        >
          {short(id)}
        </button>
      ),
    },
    { title: t('columns.state'), cell: (row) => <b className={stateColor(row)}>{say('task', row.state)}</b> },
    { title: t('columns.class'), cell: ({ taskClass }) => taskClass },
    { title: t('columns.submitted'), cell: ({ submittedAtMs }) => clock(submittedAtMs) },
    { title: t('columns.waited'), cell: (row) => <Waited row={row} />, isNumber: true },
    {
      title: t('columns.ran'),
      cell: (row) => <Elapsed fromMs={row.startedAtMs} toMs={row.endedAtMs} />,
      isNumber: true,
    },
    { title: t('columns.limit'), cell: ({ durationSeconds }) => limit(durationSeconds), isNumber: true },
    { title: t('columns.backend'), cell: ({ backend }) => backend ?? UNKNOWN },
    { title: t('columns.client'), cell: ({ client }) => client },
  ];
  const row = all.find(({ id }) => id === chosen);
  return (
    <Section
      id="tasks"
      title={t('panels.tasks')}
      tools={
        <>
          <SearchField text={text} onText={setText} vocabulary={vocabulary} />
          <CancelMatching query={text} />
        </>
      }
      empty={all.length === 0 ? t('tasks.empty') : rows.length === 0 ? t('tasks.noMatches') : undefined}
    >
      <DataTable
        label={t('panels.tasks')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        testIdOf={({ id }) => `task-${id}`}
      />
      {row && <TaskDetail row={row} onClose={() => setChosen(undefined)} />}
    </Section>
  );
}

function stateColor({ isLive, state }: TaskRow): string {
  if (isLive) return state === 'running' ? 'text-accent' : '';
  return state === 'success' ? 'text-ok' : 'text-warn';
}

function Waited({ row }: { readonly row: TaskRow }) {
  return <Elapsed fromMs={row.submittedAtMs} toMs={row.startedAtMs ?? row.endedAtMs} />;
}
