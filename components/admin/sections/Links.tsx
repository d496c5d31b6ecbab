'use client';

import type { StoredLink } from '@/core/links/link';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import type { ReportRow } from '@/components/admin/model/endpointPanels';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { dateAndClock, formatBytes, plural } from '@/components/lib/format';

const REPORTS: Column<ReportRow>[] = [
  { title: 'Reported', cell: ({ atMs }) => dateAndClock(atMs) },
  { title: 'Link', cell: ({ link }) => <OpenLink id={link} /> },
  {
    title: 'Message',
    cell: ({ words }) => <span className="block min-w-56 whitespace-normal">{words || 'nothing'}</span>,
  },
  {
    title: 'Action',
    cell: ({ id, link }) => (
      <span className="flex gap-1">
        <RemoveLink id={link} />
        <AdminActionButton
          action="report.dismiss"
          args={{ id }}
          done="Dismissed."
          label={`Dismiss report about ${link}`}
        >
          Dismiss
        </AdminActionButton>
      </span>
    ),
  },
];

const LINKS: Column<StoredLink>[] = [
  { title: 'Link', cell: ({ id }) => <OpenLink id={id} /> },
  { title: 'Title', cell: ({ title }) => title },
  { title: 'Updated', cell: ({ updatedAtMs }) => dateAndClock(updatedAtMs) },
  { title: 'Expires', cell: ({ expiresAtMs }) => (expiresAtMs === undefined ? 'never' : dateAndClock(expiresAtMs)) },
  { title: 'Client', cell: ({ client }) => client },
  { title: 'Action', cell: ({ id }) => <RemoveLink id={id} /> },
];

/** Shared links, and what people reported about them. */
export function Links() {
  const panel = usePanel('links');
  const reports = Object.values(panel?.reports ?? {}).sort((a, b) => b.atMs - a.atMs);
  const links = Object.values(panel?.links ?? {}).sort((a, b) => b.updatedAtMs - a.updatedAtMs);
  return (
    <Section
      id="links"
      title="Shared links"
      tools={
        panel && (
          <span className="text-muted">
            {plural(panel.count, 'link')} of {formatBytes(panel.bytes)}, {plural(reports.length, 'report')}
          </span>
        )
      }
      empty={links.length + reports.length === 0 ? 'No shared links yet.' : undefined}
    >
      {reports.length > 0 && <DataTable label="Reports" columns={REPORTS} rows={reports} keyOf={({ id }) => id} />}
      <DataTable label="Links" columns={LINKS} rows={links} keyOf={({ id }) => id} />
    </Section>
  );
}

function OpenLink({ id }: { readonly id: string }) {
  return (
    <a href={`/s/${id}`} target="_blank" rel="noreferrer" className="font-mono text-accent underline">
      {id.slice(0, 8)}
    </a>
  );
}

function RemoveLink({ id }: { readonly id: string }) {
  return (
    <AdminActionButton
      action="link.remove"
      args={{ id }}
      question="Remove 1 link with its project and picture? This can’t be undone."
      done="Link removed."
      label={`Remove ${id}`}
    >
      Remove
    </AdminActionButton>
  );
}
