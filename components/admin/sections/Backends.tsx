'use client';

import type { WorkerHeartbeat } from '@/core/messages';
import { useAdmin, usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { dateAndClock, formatBytes, percent, seconds, short } from '@/components/lib/format';

interface BackendRow {
  readonly id: string;
  readonly state: 'ready' | 'busy' | 'draining' | 'lost';
  readonly task: string | undefined;
  readonly busySeconds: number | undefined;
  readonly heartbeat: WorkerHeartbeat | undefined;
}

/** Each backend with its worker: what it does, what it runs on, and how its walls stand. */
export function Backends() {
  const queue = usePanel('queue');
  const workers = usePanel('workers');
  const { heardAtMs } = useAdmin().view;
  const rows = Object.entries(queue?.backends ?? {}).map(([id, backend]): BackendRow => {
    const heartbeat = workers?.[id.slice(0, id.lastIndexOf('.'))];
    const state = !heartbeat ? 'lost' : backend.draining ? 'draining' : backend.task === undefined ? 'ready' : 'busy';
    const busySeconds = backend.sinceMs === undefined ? undefined : Math.max(0, (heardAtMs - backend.sinceMs) / 1000);
    return { id, state, task: backend.task, busySeconds, heartbeat };
  });
  const lost = queue?.lost ?? [];
  return (
    <Section id="backends" title="Backends" empty={rows.length === 0 ? 'No backend connected.' : undefined}>
      <DataTable
        label="Backends"
        columns={COLUMNS}
        rows={rows}
        keyOf={({ id }) => id}
        testIdOf={({ id }) => `backend-${id}`}
      />
      {lost.length > 0 && (
        <p className="border-t border-line px-4 py-2 text-xs text-muted">
          Lost: {lost.map(({ worker, host, atMs }) => `${worker} on ${host} at ${dateAndClock(atMs)}`).join('; ')}
        </p>
      )}
    </Section>
  );
}

const COLUMNS: Column<BackendRow>[] = [
  { title: 'Backend', cell: ({ id }) => <span className="font-mono">{id}</span> },
  { title: 'State', cell: ({ state }) => <b className={STATE_COLORS[state]}>{state}</b> },
  { title: 'Task', cell: ({ task }) => (task === undefined ? '–' : <span className="font-mono">{short(task)}</span>) },
  { title: 'Busy for', cell: ({ busySeconds }) => seconds(busySeconds), isNumber: true },
  { title: 'Host', cell: ({ heartbeat }) => heartbeat?.host ?? '–' },
  { title: 'Up since', cell: ({ heartbeat }) => (heartbeat ? dateAndClock(heartbeat.startedAtMs) : '–') },
  { title: 'Memory', cell: ({ heartbeat }) => formatBytes(heartbeat?.memoryBytes), isNumber: true },
  { title: 'CPU', cell: ({ heartbeat }) => percent(heartbeat?.cpuShare), isNumber: true },
  { title: 'Versions', cell: ({ heartbeat }) => (heartbeat ? `${heartbeat.version}, ${heartbeat.toolchain}` : '–') },
  { title: 'Sandbox', cell: ({ heartbeat }) => walls(heartbeat) },
  {
    title: 'Action',
    cell: ({ id, state }) => (
      <span className="flex gap-1">
        {state === 'draining' ? (
          <AdminActionButton
            action="backend.resume"
            args={{ backend: id }}
            done={`${id} resumed.`}
            label={`Resume ${id}`}
          >
            Resume
          </AdminActionButton>
        ) : (
          <AdminActionButton
            action="backend.drain"
            args={{ backend: id }}
            done={`${id} is draining.`}
            label={`Drain ${id}`}
          >
            Drain
          </AdminActionButton>
        )}
        <AdminActionButton
          action="backend.stop"
          args={{ backend: id }}
          question={`Stop ${id}? ${state === 'busy' ? '1 running task' : '0 running tasks'} will end.`}
          done={`${id} stopped.`}
          label={`Stop ${id}`}
        >
          Stop
        </AdminActionButton>
      </span>
    ),
  },
];

const STATE_COLORS = { ready: 'text-ok', busy: 'text-accent', draining: 'text-warn', lost: 'text-error' } as const;

function walls(heartbeat: WorkerHeartbeat | undefined) {
  if (!heartbeat) return '–';
  const { held, root, cgroup } = heartbeat.walls;
  const weaker = [root ? '' : 'no separate user per sandbox', cgroup === 'none' ? 'no cgroups' : ''].filter(Boolean);
  if (weaker.length === 0) return `${held} active (root, cgroup ${cgroup})`;
  return (
    <span className="text-warn">
      {held} active, weaker: {weaker.join(', ')}
    </span>
  );
}
