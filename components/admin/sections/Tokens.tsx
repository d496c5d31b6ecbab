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
