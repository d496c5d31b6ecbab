'use client';

import { X } from 'lucide-react';
import { useState } from 'react';
import { FLAT_BUTTON } from '@/components/ui/classes';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import type { TaskRow } from '@/components/admin/model/taskRows';
import { clock, formatBytes, seconds } from '@/components/lib/format';

interface TaskDetailProps {
  readonly row: TaskRow;
  readonly nowMs: number;
  readonly onClose: () => void;
}

/** The story of one task: its times, where they went, what limits it had. Its sources only if asked for. */
export function TaskDetail({ row, nowMs, onClose }: TaskDetailProps) {
  const [source, setSource] = useState<string>();
  const facts: [string, string][] = [
    ['Submitted', clock(row.submittedAtMs)],
    ['Started', row.startedAtMs === undefined ? '–' : clock(row.startedAtMs)],
    ['Ended', row.endedAtMs === undefined ? '–' : clock(row.endedAtMs)],
    ['Current limit', row.durationSeconds === undefined ? '–' : `${row.durationSeconds} s`],
    ['Estimate', seconds(row.estimateSeconds)],
    ['Halted, lost', `${row.halts}, ${row.restarts} times`],
    ['Started as', row.startMode ?? '–'],
    ['Memory', formatBytes(row.memoryBytes)],
    ['CPU', row.cpuMs === undefined ? '–' : seconds(row.cpuMs / 1000)],
    ['Client', row.client],
    ['Address', row.address],
    ['Owner', row.owner],
  ];
  return (
    <div className="border-t border-line bg-sunken px-4 py-3" data-testid="task-detail">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="font-mono break-all">{row.id}</h3>
        <span>{row.state}</span>
        <span className="ml-auto flex flex-wrap gap-1">
          {row.isLive && (
            <AdminActionButton
              action="task.cancel"
              args={{ tasks: [row.id] }}
              question="Cancel 1 task?"
              done="Cancelled."
            >
              Cancel
            </AdminActionButton>
          )}
          {row.isLive && row.owner === 'detached' && row.state === 'running' && (
            <AdminActionButton action="task.requeue" args={{ tasks: [row.id] }} done="Back in the queue.">
              Requeue
            </AdminActionButton>
          )}
          {row.isLive && (
            <AdminActionButton
              action="task.source"
              args={{ task: row.id }}
              question="Show this task’s sources? This is recorded in the audit log."
              onShown={setSource}
            >
              Show sources
            </AdminActionButton>
          )}
          <AdminActionButton
            action="client.block"
            args={{ who: row.client }}
            question={`Block ${row.client}? Its renders will be refused until you allow it again.`}
            done={`${row.client} blocked.`}
          >
            Block client
          </AdminActionButton>
          <button type="button" className={FLAT_BUTTON} aria-label="Close details" onClick={onClose}>
            <X size={15} aria-hidden />
          </button>
        </span>
      </div>
      <dl className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-6 gap-y-1">
        {facts.map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-2">
            <dt className="text-muted">{name}</dt>
            <dd className="truncate tabular-nums" title={value}>
              {value}
            </dd>
          </div>
        ))}
      </dl>
      <Waterfall row={row} nowMs={nowMs} />
      {source !== undefined && (
        <pre
          className="mt-3 max-h-64 overflow-auto rounded-md border border-line bg-surface p-3 font-mono"
          tabIndex={0}
        >
          {source}
        </pre>
      )}
    </div>
  );
}

/** Timing, stage by stage, one after the other. */
function Waterfall({ row, nowMs }: { readonly row: TaskRow; readonly nowMs: number }) {
  const stages = Object.entries(row.timings ?? {}).filter(([, milliseconds]) => milliseconds > 0);
  const whole = stages.reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  if (whole === 0)
    return (
      <p className="mt-2 text-muted">{`Total time: ${seconds(((row.endedAtMs ?? nowMs) - row.submittedAtMs) / 1000)}.`}</p>
    );
  let before = 0;
  return (
    <ol className="mt-3 flex flex-col gap-1" aria-label="Timing">
      {stages.map(([name, milliseconds]) => {
        const left = (before / whole) * 100;
        before += milliseconds;
        return (
          <li key={name} className="grid grid-cols-[minmax(0,7rem)_4.5rem_1fr] items-center gap-2 tabular-nums">
            <span>{name}</span>
            <span className="text-right text-muted">{milliseconds} ms</span>
            <span aria-hidden className="relative h-3">
              <span
                className="absolute h-full rounded-sm bg-accent"
                style={{ left: `${left}%`, width: `max(2px, ${(milliseconds / whole) * 100}%)` }}
              />
            </span>
          </li>
        );
      })}
    </ol>
  );
}
