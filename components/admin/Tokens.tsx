'use client';

import { ADMIN_ROLES } from '@/core/admin/roles';
import type { TokenRow } from './adminPanels';
import { usePanel } from './context';
import { DataTable, type Column } from './DataTable';
import { AdminActionButton } from './ActionButton';
import { Section } from './Section';
import { TokenForm } from './TokenForm';
import { dateAndClock } from './format';

const COLUMNS: Column<TokenRow>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Made', cell: ({ createdAtMs }) => dateAndClock(createdAtMs) },
  {
    title: 'Action',
    cell: ({ id, name }) => (
      <AdminActionButton
        action="token.revoke"
        args={{ id }}
        role="admin"
        question={`Revoke the 1 token "${name}"? Whoever is signed in with it is signed out.`}
        done={`${name} is revoked.`}
        label={`Revoke ${name}`}
      >
        Revoke
      </AdminActionButton>
    ),
  },
];

/** Who may sign in here. A new token is shown once. */
export function Tokens() {
  const tokens = usePanel('tokens') ?? [];
  return (
    <Section id="tokens" title="Tokens">
      <DataTable label="Tokens" columns={COLUMNS} rows={tokens} keyOf={({ id }) => id} />
      <TokenForm action="token.create" roles={ADMIN_ROLES} button="Make a token" testId="new-token" />
    </Section>
  );
}
