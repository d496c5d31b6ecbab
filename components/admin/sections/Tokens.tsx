'use client';

import { useTranslations } from 'use-intl';
import { ADMIN_ROLES } from '@/core/admin/roles';
import type { TokenRow } from '@/core/admin/panels';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { TokenForm } from '@/components/admin/parts/TokenForm';
import { useCodes } from '@/components/admin/parts/useCodes';
import { useFormat } from '@/components/admin/parts/useFormat';

/** Who may sign in here. A new token is shown once. */
export function Tokens() {
  const t = useTranslations('admin');
  const say = useCodes();
  const { dateAndClock } = useFormat();
  const tokens = usePanel('tokens') ?? [];
  // Those that nobody made here have ids of their own, by which they are named.
  const nameOf = ({ id, name }: Pick<TokenRow, 'id' | 'name'>) => say('token', id, {}, name);
  const columns: Column<TokenRow>[] = [
    { title: t('columns.name'), cell: (token) => nameOf(token) },
    { title: t('columns.role'), cell: ({ role }) => say('role', role) },
    { title: t('columns.created'), cell: ({ createdAtMs }) => dateAndClock(createdAtMs) },
    {
      title: t('columns.action'),
      cell: (token) => (
        <AdminActionButton
          action="token.revoke"
          args={{ id: token.id }}
          question={t('tokens.revokeQuestion', { name: nameOf(token) })}
          done={t('tokens.revoked', { name: nameOf(token) })}
          label={t('tokens.revokeOne', { name: nameOf(token) })}
        >
          {t('tokens.revoke')}
        </AdminActionButton>
      ),
    },
  ];
  return (
    <Section id="tokens" title={t('panels.tokens')}>
      <DataTable label={t('panels.tokens')} columns={columns} rows={tokens} keyOf={({ id }) => id} />
      <TokenForm roles={ADMIN_ROLES} testId="new-token">
        {(args, onShown) => (
          <AdminActionButton action="token.create" args={args} done={t('tokens.created')} onShown={onShown}>
            {t('tokens.create')}
          </AdminActionButton>
        )}
      </TokenForm>
    </Section>
  );
}
