'use client';

import { useTranslations } from 'use-intl';
import type { ArtifactRow } from '@/core/taskgraph/artifactRow';
import { ROLES, type TokenDocument } from '@/core/taskgraph/serviceSchema';
import { useMay, usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { TokenForm } from '@/components/admin/parts/TokenForm';
import { useCodes } from '@/components/admin/parts/useCodes';
import { useFormat } from '@/components/admin/parts/useFormat';

/** The task graphs at a glance, what they left, and who may use their API. */
export function Graphs() {
  const t = useTranslations('admin');
  const say = useCodes();
  const { number, seconds } = useFormat();
  const panel = usePanel('graphs');
  const isAdmin = useMay('admin');
  const states = Object.entries(panel?.states ?? {});
  const workers = panel?.workers.map(({ name, tasks }) => `${name} (${number(tasks)})`).join(', ');
  return (
    <Section
      id="graphs"
      title={t('graphs.title')}
      tools={panel && <span className="text-muted">{t('graphs.count', { count: panel.graphs })}</span>}
      empty={panel ? undefined : t('graphs.empty')}
    >
      <dl className="flex flex-wrap gap-x-6 px-4 py-2 tabular-nums">
        {states.map(([state, count]) => (
          <div key={state} className="flex gap-2">
            <dt className="text-muted">{say('graph', state)}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
        <div className="flex gap-2">
          <dt className="text-muted">{t('graphs.oldestWaiting')}</dt>
          <dd>{seconds(panel?.oldestWaitingSeconds)}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-muted">{t('graphs.workers')}</dt>
          <dd>{workers || t('graphs.noneBusy')}</dd>
        </div>
      </dl>
      {isAdmin && <Artifacts />}
      {isAdmin && <ApiTokens />}
      {isAdmin && (
        <TokenForm roles={ROLES} testId="new-api-token">
          {(args, onShown) => (
            <AdminActionButton action="apiToken.create" args={args} done={t('tokens.created')} onShown={onShown}>
              {t('graphs.createToken')}
            </AdminActionButton>
          )}
        </TokenForm>
      )}
    </Section>
  );
}

function Artifacts() {
  const t = useTranslations('admin');
  const { bytes: size, dateAndClock } = useFormat();
  const rows = Object.values(usePanel('artifacts') ?? {}).sort((a, b) => b.kept_at.localeCompare(a.kept_at));
  if (rows.length === 0) return null;
  const columns: Column<ArtifactRow>[] = [
    {
      title: t('columns.artifact'),
      cell: ({ file, url }) => (
        <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
          {file}
        </a>
      ),
    },
    { title: t('columns.task'), cell: ({ title }) => <span className="block max-w-60 truncate">{title}</span> },
    { title: t('columns.owner'), cell: ({ owner }) => owner },
    { title: t('columns.size'), cell: ({ bytes }) => size(bytes), isNumber: true },
    { title: t('columns.stored'), cell: ({ kept_at: at }) => dateAndClock(Date.parse(at)) },
    {
      title: t('columns.action'),
      cell: ({ task, file }) => (
        <AdminActionButton
          action="artifact.remove"
          args={{ task, file }}
          question={t('graphs.removeQuestion', { file })}
          done={t('graphs.removed', { file })}
          label={t('graphs.removeOne', { file, task })}
        >
          {t('graphs.remove')}
        </AdminActionButton>
      ),
    },
  ];
  return (
    <DataTable
      label={t('graphs.artifacts')}
      columns={columns}
      rows={rows}
      keyOf={({ task, file }) => `${task}/${file}`}
    />
  );
}

function ApiTokens() {
  const t = useTranslations('admin');
  const say = useCodes();
  const { dateAndClock } = useFormat();
  const rows = Object.values(usePanel('apiTokens') ?? {});
  if (rows.length === 0) return null;
  const columns: Column<TokenDocument>[] = [
    { title: t('columns.apiToken'), cell: ({ name }) => name },
    { title: t('columns.role'), cell: ({ role }) => say('role', role) },
    { title: t('columns.created'), cell: ({ created_at: made }) => dateAndClock(Date.parse(made)) },
    {
      title: t('columns.action'),
      cell: ({ id, name }) => (
        <AdminActionButton
          action="apiToken.revoke"
          args={{ id }}
          question={t('graphs.revokeQuestion', { name })}
          done={t('tokens.revoked', { name })}
          label={t('tokens.revokeOne', { name })}
        >
          {t('tokens.revoke')}
        </AdminActionButton>
      ),
    },
  ];
  return <DataTable label={t('graphs.tokens')} columns={columns} rows={rows} keyOf={({ id }) => id} />;
}
