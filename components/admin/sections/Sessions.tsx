'use client';

import { useTranslations } from 'use-intl';
import type { SessionRow } from '@/core/admin/panels';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { useCodes } from '@/components/admin/parts/useCodes';
import { useFormat } from '@/components/admin/parts/useFormat';
import { Truncated } from '@/components/ui/Truncated';

/** Who is signed in now, from where. */
export function Sessions() {
  const t = useTranslations('admin');
  const say = useCodes();
  const { dateAndClock } = useFormat();
  const tokens = usePanel('tokens');
  // By the id of its token, since those that nobody made here have a name in every language.
  const sessions = (usePanel('sessions') ?? []).map((session) => {
    const token = tokens?.find(({ name }) => name === session.name);
    return { ...session, name: say('token', token?.id ?? '', {}, session.name) };
  });
  const columns: Column<SessionRow>[] = [
    { title: t('columns.name'), cell: ({ name }) => name },
    { title: t('columns.role'), cell: ({ role }) => say('role', role) },
    { title: t('columns.address'), cell: ({ address }) => address },
    {
      title: t('columns.browser'),
      // Long, and what follows it is what one comes for.
      cell: ({ browser }) => <Truncated text={browser} className="max-w-48" />,
    },
    { title: t('columns.created'), cell: ({ createdAtMs }) => dateAndClock(createdAtMs) },
    { title: t('columns.lastSeen'), cell: ({ seenAtMs }) => dateAndClock(seenAtMs) },
    {
      title: t('columns.action'),
      cell: ({ id, name, address }) => (
        <AdminActionButton
          action="session.end"
          args={{ id }}
          question={t('sessions.endQuestion', { name, address })}
          done={t('sessions.ended')}
          label={t('sessions.endOne', { name })}
        >
          {t('sessions.end')}
        </AdminActionButton>
      ),
    },
  ];
  return (
    <Section id="sessions" title={t('panels.sessions')}>
      <DataTable label={t('panels.sessions')} columns={columns} rows={sessions} keyOf={({ id }) => id} />
    </Section>
  );
}
