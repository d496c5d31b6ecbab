'use client';

import { useTranslations } from 'use-intl';
import type { LinkReport } from '@/core/admin/endpointPanels';
import type { StoredLink } from '@/core/links/link';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { useFormat } from '@/components/admin/parts/useFormat';
import { at } from '@/core/basePath';

/** Shared links, and what people reported about them. */
export function Links() {
  const t = useTranslations('admin');
  const { bytes, dateAndClock } = useFormat();
  const panel = usePanel('links');
  const reports = Object.values(panel?.reports ?? {}).sort((a, b) => b.atMs - a.atMs);
  const links = Object.values(panel?.links ?? {}).sort((a, b) => b.updatedAtMs - a.updatedAtMs);
  const reportColumns: Column<LinkReport>[] = [
    { title: t('columns.reported'), cell: ({ atMs }) => dateAndClock(atMs) },
    { title: t('columns.link'), cell: ({ link }) => <OpenLink id={link} /> },
    {
      title: t('columns.message'),
      cell: ({ words }) => <span className="block min-w-56 whitespace-normal">{words || t('links.noMessage')}</span>,
    },
    {
      title: t('columns.action'),
      cell: ({ id, link }) => (
        <span className="flex gap-1">
          <RemoveLink id={link} />
          <AdminActionButton
            action="report.dismiss"
            args={{ id }}
            done={t('links.dismissed')}
            label={t('links.dismissOne', { id: link })}
          >
            {t('links.dismiss')}
          </AdminActionButton>
        </span>
      ),
    },
  ];
  const linkColumns: Column<StoredLink>[] = [
    { title: t('columns.link'), cell: ({ id }) => <OpenLink id={id} /> },
    { title: t('columns.title'), cell: ({ title }) => title },
    { title: t('columns.updated'), cell: ({ updatedAtMs }) => dateAndClock(updatedAtMs) },
    {
      title: t('columns.expires'),
      cell: ({ expiresAtMs }) => (expiresAtMs === undefined ? t('links.never') : dateAndClock(expiresAtMs)),
    },
    { title: t('columns.client'), cell: ({ client }) => client },
    { title: t('columns.action'), cell: ({ id }) => <RemoveLink id={id} /> },
  ];
  return (
    <Section
      id="links"
      title={t('links.title')}
      tools={
        panel && (
          <span className="text-muted">
            {t('links.counts', { links: panel.count, size: bytes(panel.bytes), reports: reports.length })}
          </span>
        )
      }
      empty={links.length + reports.length === 0 ? t('links.empty') : undefined}
    >
      {reports.length > 0 && (
        <DataTable label={t('links.reports')} columns={reportColumns} rows={reports} keyOf={({ id }) => id} />
      )}
      <DataTable label={t('panels.links')} columns={linkColumns} rows={links} keyOf={({ id }) => id} />
    </Section>
  );
}

function OpenLink({ id }: { readonly id: string }) {
  return (
    <a href={at(`/s/${id}`)} target="_blank" rel="noreferrer" className="font-mono text-accent underline">
      {id.slice(0, 8)}
    </a>
  );
}

function RemoveLink({ id }: { readonly id: string }) {
  const t = useTranslations('admin');
  return (
    <AdminActionButton
      action="link.remove"
      args={{ id }}
      question={t('links.removeQuestion')}
      done={t('links.removed')}
      label={t('links.removeOne', { id })}
    >
      {t('links.remove')}
    </AdminActionButton>
  );
}
