'use client';

import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { FailureGroup, FailureRow, FoundFailures } from '@/core/admin/questions';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { vocabularyOf } from '@/components/admin/model/taskRows';
import { useAdmin, usePart } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { SearchField } from '@/components/admin/parts/SearchField';
import { Section } from '@/components/admin/parts/Section';
import { useCodes } from '@/components/admin/parts/useCodes';
import { UNKNOWN, useFormat } from '@/components/admin/parts/useFormat';
import { useQueryText } from '@/components/admin/parts/useQueryText';
import { short } from '@/components/lib/format';
import { FailureDetail } from './FailureDetail';
import { Truncated } from '@/components/ui/Truncated';

/** Every task that failed within a day: grouped by cause, searched, and each with its story. */
export function Failures() {
  const t = useTranslations('admin');
  const { number } = useFormat();
  const [text, setText] = useQueryText();
  const [chosen, setChosen] = useState<string>();
  const { found, error } = useFound(text);
  const columns = useColumns(setChosen);
  const rows = found?.rows ?? [];
  const row = rows.find(({ id }) => id === chosen);
  const vocabulary = { ...vocabularyOf(rows), cause: [...new Set(rows.map(({ cause }) => cause))] };
  const empty = found?.kept === 0 ? t('failures.empty') : found?.count === 0 ? t('tasks.noMatches') : undefined;
  return (
    <Section
      id="failures"
      title={t('panels.failures')}
      tools={
        <>
          {found && (
            <span className="text-muted" data-testid="failure-count">
              {t('failures.count', { count: found.count, kept: number(found.kept) })}
            </span>
          )}
          <SearchField text={text} onText={setText} vocabulary={vocabulary} />
        </>
      }
      empty={error ?? (found ? empty : t('connecting'))}
    >
      <Groups groups={found?.groups ?? []} onChosen={setText} />
      <div className="border-t border-line">
        <DataTable
          label={t('panels.failures')}
          columns={columns}
          rows={rows}
          keyOf={({ id }) => id}
          testIdOf={({ task }) => `failure-${task}`}
        />
      </div>
      {row && <FailureDetail key={row.id} row={row} onQuery={setText} onClose={() => setChosen(undefined)} />}
    </Section>
  );
}

/** Searched again when the query has changed, and when there are new failures. */
function useFound(query: string): { readonly found: FoundFailures | undefined; readonly error: string | undefined } {
  const { ask } = useAdmin();
  const newest = usePart('failures', (panel) => panel.newest);
  const [answer, setAnswer] = useState<{ found: FoundFailures | undefined; error: string | undefined }>({
    found: undefined,
    error: undefined,
  });
  useEffect(() => {
    let isCurrent = true;
    void ask('failures.find', { query }).then((heard) => {
      if (!isCurrent) return;
      setAnswer(heard.ok ? { found: heard.reply, error: undefined } : { found: undefined, error: heard.error });
    });
    return () => {
      isCurrent = false;
    };
  }, [ask, query, newest]);
  return answer;
}

function useColumns(onChosen: (id: string) => void): Column<FailureRow>[] {
  const t = useTranslations('admin');
  const say = useCodes();
  const { dateAndClock, seconds } = useFormat();
  return [
    {
      title: t('columns.task'),
      cell: ({ id, task }) => (
        <button
          type="button"
          className={`${FLAT_BUTTON} font-mono`}
          aria-label={t('tasks.detailsOf', { id: short(task) })}
          onClick={() => onChosen(id)}
        >
          {short(task)}
        </button>
      ),
    },
    { title: t('columns.when'), cell: ({ endedAtMs }) => dateAndClock(endedAtMs) },
    { title: t('columns.cause'), cell: ({ cause }) => <b className="text-warn">{say('task', cause)}</b> },
    { title: t('columns.message'), cell: (row) => <Message of={row} /> },
    { title: t('columns.class'), cell: ({ taskClass }) => taskClass },
    { title: t('columns.waited'), cell: ({ waitMs }) => seconds(waitMs / 1000), isNumber: true },
    {
      title: t('columns.ran'),
      cell: ({ runMs }) => seconds(runMs === undefined ? undefined : runMs / 1000),
      isNumber: true,
    },
    { title: t('columns.backend'), cell: ({ backend }) => backend ?? UNKNOWN },
    { title: t('columns.client'), cell: ({ client }) => client },
  ];
}

function Groups({
  groups,
  onChosen,
}: {
  readonly groups: readonly FailureGroup[];
  readonly onChosen: (query: string) => void;
}) {
  const t = useTranslations('admin');
  const say = useCodes();
  const { dateAndClock, number } = useFormat();
  const columns: Column<FailureGroup>[] = [
    {
      title: t('columns.cause'),
      cell: ({ cause, message }) => (
        <button
          type="button"
          className={FLAT_BUTTON}
          onClick={() => onChosen(`cause:${cause}${message === undefined ? '' : ` "${message.replaceAll('"', '')}"`}`)}
        >
          {say('task', cause)}
        </button>
      ),
    },
    { title: t('columns.message'), cell: (group) => <Message of={group} /> },
    { title: t('failures.times'), cell: ({ count }) => number(count), isNumber: true },
    { title: t('failures.newest'), cell: ({ newestAtMs }) => dateAndClock(newestAtMs) },
  ];
  return (
    <DataTable
      label={t('failures.groups')}
      columns={columns}
      rows={groups}
      keyOf={({ cause, message }) => `${cause} ${message ?? ''}`}
    />
  );
}

/** In the program's own words; where it had none, in ours. */
function Message({ of: { cause, message } }: { readonly of: Pick<FailureGroup, 'cause' | 'message'> }) {
  const say = useCodes();
  if (message !== undefined) return <Truncated text={message} className="max-w-md font-mono" />;
  return <Truncated text={say('silent', cause, {}, '')} className="max-w-md text-muted" />;
}
