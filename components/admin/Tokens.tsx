'use client';

import { useState } from 'react';
import { ADMIN_ROLES, type AdminRole } from '@/core/admin/roles';
import { FIELD } from '@/components/ui/classes';
import type { TokenLine } from './adminPanels';
import { usePanel } from './context';
import { DataTable, type Column } from './DataTable';
import { LeverButton } from './LeverButton';
import { Section } from './Section';
import { dateAndClock } from './words';

const COLUMNS: Column<TokenLine>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Made', cell: ({ createdAtMs }) => dateAndClock(createdAtMs) },
  {
    title: 'Action',
    cell: ({ id, name }) => (
      <LeverButton
        action="token.revoke"
        args={{ id }}
        role="admin"
        question={`Revoke the 1 token "${name}"? Whoever is signed in with it is signed out.`}
        done={`${name} is revoked.`}
        label={`Revoke ${name}`}
      >
        Revoke
      </LeverButton>
    ),
  },
];

/** Who may sign in here. A new token is shown once. */
export function Tokens() {
  const tokens = usePanel('tokens') ?? [];
  const [name, setName] = useState('');
  const [role, setRole] = useState<AdminRole>('viewer');
  const [shown, setShown] = useState<string>();
  return (
    <Section id="tokens" title="Tokens">
      <DataTable label="Tokens" columns={COLUMNS} rows={tokens} keyOf={({ id }) => id} />
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-2">
        <label className="flex items-center gap-2">
          Name
          <input
            className={`${FIELD} w-40`}
            value={name}
            maxLength={64}
            onChange={(event) => setName(event.target.value)}
          />
        </label>
        <label className="flex items-center gap-2">
          Role
          <select
            className={FIELD}
            value={role}
            onChange={(event) => setRole(ADMIN_ROLES.find((one) => one === event.target.value) ?? 'viewer')}
          >
            {ADMIN_ROLES.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
        </label>
        <LeverButton
          action="token.create"
          args={{ name, role }}
          role="admin"
          done="Made. Copy it now."
          onShown={setShown}
        >
          Make a token
        </LeverButton>
        {shown !== undefined && (
          <code className="w-full rounded-md bg-sunken px-3 py-2 font-mono break-all" data-testid="new-token">
            {shown}
          </code>
        )}
      </div>
    </Section>
  );
}
