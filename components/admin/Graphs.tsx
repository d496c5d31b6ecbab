'use client';

import { useState } from 'react';
import { ROLES, type Role } from '@/core/taskgraph/serviceSchema';
import { FIELD } from '@/components/ui/classes';
import { useMay, usePanel } from './context';
import { DataTable, type Column } from './DataTable';
import { LeverButton } from './LeverButton';
import { Section } from './Section';
import { plural, seconds } from './words';

interface ApiToken {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly created_at: string;
}

const TOKENS: Column<ApiToken>[] = [
  { title: 'API token', cell: ({ name }) => name },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Made', cell: ({ created_at: made }) => made.slice(0, 16).replace('T', ' ') },
  {
    title: 'Action',
    cell: ({ id, name }) => (
      <LeverButton
        action="apiToken.revoke"
        args={{ id }}
        role="admin"
        question={`Revoke the 1 API token "${name}"?`}
        done={`${name} is revoked.`}
        label={`Revoke ${name}`}
      >
        Revoke
      </LeverButton>
    ),
  },
];

/** The task graphs at a glance, and who may use their API. */
export function Graphs() {
  const panel = usePanel('graphs');
  const tokens = Object.values(usePanel('apiTokens') ?? {});
  const isAdmin = useMay('admin');
  const states = Object.entries(panel?.states ?? {});
  return (
    <Section
      id="graphs"
      title="Task graphs"
      tools={panel && <span className="text-muted">{plural(panel.graphs, 'graph')}</span>}
      empty={panel ? undefined : 'The task graphs have not reported yet.'}
    >
      <dl className="flex flex-wrap gap-x-6 px-4 py-2 tabular-nums">
        {states.map(([state, count]) => (
          <div key={state} className="flex gap-2">
            <dt className="text-muted">{state.replace('_', ' ')}</dt>
            <dd>{count}</dd>
          </div>
        ))}
        <div className="flex gap-2">
          <dt className="text-muted">oldest waits</dt>
          <dd>{seconds(panel?.oldestWaitingSeconds)}</dd>
        </div>
        <div className="flex gap-2">
          <dt className="text-muted">workers</dt>
          <dd>{panel?.workers.map(({ name, tasks }) => `${name} (${tasks})`).join(', ') || 'none busy'}</dd>
        </div>
      </dl>
      {isAdmin && tokens.length > 0 && (
        <DataTable label="API tokens" columns={TOKENS} rows={tokens} keyOf={({ id }) => id} />
      )}
      {isAdmin && <NewApiToken />}
    </Section>
  );
}

function NewApiToken() {
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('user');
  const [shown, setShown] = useState<string>();
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2">
      <label className="flex items-center gap-2">
        API token for
        <input
          className={`${FIELD} w-40`}
          value={name}
          maxLength={64}
          onChange={(event) => setName(event.target.value)}
        />
      </label>
      <label className="flex items-center gap-2">
        as
        <select
          className={FIELD}
          value={role}
          onChange={(event) => setRole(ROLES.find((one) => one === event.target.value) ?? 'user')}
        >
          {ROLES.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <LeverButton
        action="apiToken.create"
        args={{ name, role }}
        role="admin"
        done="Made. Copy it now."
        onShown={setShown}
      >
        Make an API token
      </LeverButton>
      {shown !== undefined && (
        <code className="w-full rounded-md bg-sunken px-3 py-2 font-mono break-all" data-testid="new-api-token">
          {shown}
        </code>
      )}
    </div>
  );
}
