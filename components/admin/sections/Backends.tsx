'use client';

import { useTranslations } from 'use-intl';
import { BUCKETS_KEPT } from '@/core/admin/series';
import type { WorkerHeartbeat } from '@/core/messages';
import { inOrder } from '@/components/admin/model/figures';
import { loadOf, mean } from '@/components/admin/model/sparkline';
import { usePanel, usePart } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Elapsed } from '@/components/admin/parts/Elapsed';
import { Section } from '@/components/admin/parts/Section';
import { Sparkline } from '@/components/admin/parts/Sparkline';
import { UNKNOWN, useFormat } from '@/components/admin/parts/useFormat';
import { short } from '@/components/lib/format';
import { Truncated } from '@/components/ui/Truncated';

interface BackendRow {
  readonly id: string;
  readonly state: 'ready' | 'busy' | 'draining' | 'lost';
  readonly task: string | undefined;
  readonly busySinceMs: number | undefined;
  readonly heartbeat: WorkerHeartbeat | undefined;
  /** Over the last minutes, oldest first. */
  readonly load: readonly number[];
}

/** Each backend with its worker: what it does, what it runs on, and how its walls stand. */
export function Backends() {
  const t = useTranslations('admin');
  const { dateAndClock } = useFormat();
  const columns = useColumns();
  const queue = usePart('queue', (panel) => ({ backends: panel.backends, lost: panel.lost }));
  const workers = usePanel('workers');
  const fine = usePart('series', (series) => series['5']);
  const buckets = inOrder(fine);
  const rows = Object.entries(queue?.backends ?? {}).map(([id, backend]): BackendRow => {
    const heartbeat = workers?.[id.slice(0, id.lastIndexOf('.'))];
    const state = !heartbeat ? 'lost' : backend.draining ? 'draining' : backend.task === undefined ? 'ready' : 'busy';
    const load = loadOf(id, buckets);
    return { id, state, task: backend.task, busySinceMs: backend.sinceMs, heartbeat, load };
  });
  const lost = (queue?.lost ?? []).map(({ worker, host, atMs }) =>
    t('backends.lostWorker', { worker, host, time: dateAndClock(atMs) }),
  );
  return (
    <Section id="backends" title={t('panels.backends')} empty={rows.length === 0 ? t('backends.empty') : undefined}>
      <DataTable
        label={t('panels.backends')}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        testIdOf={({ id }) => `backend-${id}`}
      />
      {lost.length > 0 && (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">
          {t('backends.lost', { list: lost.join('; ') })}
        </p>
      )}
    </Section>
  );
}

function useColumns(): Column<BackendRow>[] {
  const t = useTranslations('admin');
  const { bytes, dateAndClock, percent } = useFormat();
  return [
    { title: t('columns.backend'), cell: ({ id }) => <span className="font-mono">{id}</span> },
    {
      title: t('columns.state'),
      cell: ({ state }) => <b className={STATE_COLORS[state]}>{t(`codes.backend.${state}`)}</b>,
    },
    {
      title: t('columns.task'),
      cell: ({ task }) => (task === undefined ? UNKNOWN : <span className="font-mono">{short(task)}</span>),
    },
    {
      title: t('views.load'),
      cell: ({ id, load }) => (
        <Sparkline
          values={load}
          most={1}
          count={BUCKETS_KEPT[5]}
          label={t('views.loadOf', { name: id, share: percent(mean(load)) })}
        />
      ),
    },
    { title: t('columns.busyFor'), cell: ({ busySinceMs }) => <Elapsed fromMs={busySinceMs} />, isNumber: true },
    { title: t('columns.host'), cell: ({ heartbeat }) => heartbeat?.host ?? UNKNOWN },
    { title: t('columns.upSince'), cell: ({ heartbeat }) => dateAndClock(heartbeat?.startedAtMs) },
    { title: t('columns.memory'), cell: ({ heartbeat }) => bytes(heartbeat?.memoryBytes), isNumber: true },
    { title: t('columns.cpu'), cell: ({ heartbeat }) => percent(heartbeat?.cpuShare), isNumber: true },
    {
      title: t('columns.versions'),
      cell: ({ heartbeat }) => <Versions heartbeat={heartbeat} />,
    },
    { title: t('columns.sandbox'), cell: ({ heartbeat }) => <Walls heartbeat={heartbeat} /> },
    { title: t('columns.action'), cell: (row) => <BackendActions row={row} /> },
  ];
}

function BackendActions({ row: { id, state } }: { readonly row: BackendRow }) {
  const t = useTranslations('admin');
  return (
    <span className="flex gap-1">
      {state === 'draining' ? (
        <AdminActionButton
          action="backend.resume"
          args={{ backend: id }}
          done={t('backends.resumed', { id })}
          label={t('backends.resumeOne', { id })}
        >
          {t('backends.resume')}
        </AdminActionButton>
      ) : (
        <AdminActionButton
          action="backend.drain"
          args={{ backend: id }}
          undo={{ action: 'backend.resume', args: { backend: id } }}
          done={t('backends.drained', { id })}
          label={t('backends.drainOne', { id })}
        >
          {t('backends.drain')}
        </AdminActionButton>
      )}
      <AdminActionButton
        action="backend.stop"
        args={{ backend: id }}
        question={t('backends.stopQuestion', { id, count: state === 'busy' ? 1 : 0 })}
        done={t('backends.stopped', { id })}
        label={t('backends.stopOne', { id })}
      >
        {t('backends.stop')}
      </AdminActionButton>
    </span>
  );
}

function Versions({ heartbeat }: { readonly heartbeat: WorkerHeartbeat | undefined }) {
  const text = heartbeat ? `${heartbeat.version}, ${heartbeat.toolchain}` : UNKNOWN;
  return <Truncated text={text} className="max-w-24" />;
}

const STATE_COLORS = { ready: 'text-ok', busy: 'text-accent', draining: 'text-warn', lost: 'text-error' } as const;

function Walls({ heartbeat }: { readonly heartbeat: WorkerHeartbeat | undefined }) {
  const t = useTranslations('admin');
  const { list } = useFormat();
  if (!heartbeat) return UNKNOWN;
  const { held: count, root, cgroup } = heartbeat.walls;
  const weaker = [
    ...(root ? [] : [t('backends.noSeparateUser')]),
    ...(cgroup === 'none' ? [t('backends.noCgroups')] : []),
  ];
  if (weaker.length === 0) return t('backends.walls', { count, cgroup });
  return <span className="text-warn">{t('backends.wallsWeaker', { count, list: list(weaker) })}</span>;
}
