'use client';

import type { ArtifactRow } from '@/core/taskgraph/artifactRow';
import { ROLES } from '@/core/taskgraph/serviceSchema';
import { useMay, usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { TokenForm } from '@/components/admin/parts/TokenForm';
import { dateAndClock, plural, seconds } from '@/components/lib/format';

interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly created_at: string;
}

const TOKENS: Column<ApiToken>[] = [
  { title: 'API token', cell: ({ name }) => name },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Created', cell: ({ created_at: made }) => made.slice(0, 16).replace('T', ' ') },
  {
    title: 'Action',
    cell: ({ id, name }) => (
      <AdminActionButton
        action="apiToken.revoke"
        args={{ id }}
        role="admin"
        question={`Revoke 1 API token, "${name}"?`}
        done={`${name} revoked.`}
        label={`Revoke ${name}`}
      >
        Revoke
      </AdminActionButton>
    ),
  },
];

const ARTIFACTS: Column<ArtifactRow>[] = [
  {
    title: 'Artifact',
    cell: ({ file, url }) => (
      <a href={url} target="_blank" rel="noreferrer" className="text-accent underline">
        {file}
      </a>
    ),
  },
  { title: 'Task', cell: ({ title }) => <span className="block max-w-60 truncate">{title}</span> },
  { title: 'Owner', cell: ({ owner }) => owner },
  { title: 'Bytes', cell: ({ bytes }) => bytes.toLocaleString('en'), isNumber: true },
  { title: 'Stored', cell: ({ kept_at: at }) => dateAndClock(Date.parse(at)) },
  {
    title: 'Action',
    cell: ({ task, file }) => (
      <AdminActionButton
        action="artifact.remove"
        args={{ task, file }}
        role="admin"
        question={`Remove 1 artifact, "${file}"? This can’t be undone, and tasks that need it will fail.`}
        done={`${file} removed.`}
        label={`Remove ${file} of ${task}`}
      >
        Remove
      </AdminActionButton>
    ),
  },
];

/** The task graphs at a glance, what they left, and who may use their API. */
export function Graphs() {
  const panel = usePanel('graphs');
  const tokens = Object.values(usePanel('apiTokens') ?? {});
  const artifacts = Object.values(usePanel('artifacts') ?? {}).sort((a, b) => b.kept_at.localeCompare(a.kept_at));
  const isAdmin = useMay('admin');
  const states = Object.entries(panel?.states ?? {});
  return (
    <Section
      id="graphs"
      title="Task graphs"
      tools={panel && <span className="text-muted">{plural(panel.graphs, 'graph')}</span>}
      empty={panel ? undefined : 'No data from the task graphs yet.'}
    >
      <dl className="flex flex-wrap gap-x-6 px-4 py-2 tabular-nums">
        {states.map(([state, count]) => (
          <div key={state} className="flex gap-2">
            <dt className="text-muted">{state.replace('_', ' ')}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        <div className="flex gap-2">
          <dt className="text-muted">oldest waiting</dt>
          <dd>{seconds(panel?.oldestWaitingSeconds)}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-muted">workers</dt>
          <dd>{panel?.workers.map(({ name, tasks }) => `${name} (${tasks})`).join(', ') || 'none busy'}</dd>
        </div>
      </dl>
      {isAdmin && artifacts.length > 0 && (
        <DataTable
          label="Newest artifacts"
          columns={ARTIFACTS}
          rows={artifacts}
          keyOf={({ task, file }) => `${task}/${file}`}
        />
      )}
      {isAdmin && tokens.length > 0 && (
        <DataTable label="API tokens" columns={TOKENS} rows={tokens} keyOf={({ id }) => id} />
      )}
      {isAdmin && <TokenForm action="apiToken.create" roles={ROLES} button="Create API token" testId="new-api-token" />}
    </Section>
  );
}
