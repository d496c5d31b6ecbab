'use client';

import { ADMIN_ROLES } from '@/core/admin/roles';
import type { TokenRow } from '@/components/admin/model/adminPanels';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { TokenForm } from '@/components/admin/parts/TokenForm';
import { dateAndClock } from '@/components/lib/format';

const COLUMNS: Column<TokenRow>[] = [
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Created', cell: ({ createdAtMs }) => dateAndClock(createdAtMs) },
  {
    title: 'Action',
    cell: ({ id, name }) => (
      <AdminActionButton
        action="token.revoke"
        args={{ id }}
        role="admin"
        question={`Revoke 1 token, "${name}"? Anyone signed in with it will be signed out.`}
        done={`${name} revoked.`}
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
      <TokenForm action="token.create" roles={ADMIN_ROLES} button="Create token" testId="new-token" />
    </Section>
  );
}
