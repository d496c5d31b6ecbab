'use client';

import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import type { FunctionRow, JobSummary } from '@/components/admin/model/endpointPanels';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { dateAndClock, plural } from '@/components/lib/format';

const FUNCTIONS: Column<FunctionRow>[] = [
  { title: 'Function', cell: ({ label }) => <span className="font-mono">{label}</span> },
  { title: 'Jobs', cell: ({ jobs }) => jobs, isNumber: true },
  { title: 'Running', cell: ({ running }) => running, isNumber: true },
  { title: 'Workers', cell: ({ workers }) => workers, isNumber: true },
];

const JOBS: Column<JobSummary>[] = [
  { title: 'Function', cell: ({ funcLabel }) => <span className="font-mono">{funcLabel}</span> },
  { title: 'Job', cell: ({ nameLabel }) => <span className="font-mono">{nameLabel}</span> },
  { title: 'State', cell: ({ state }) => <b className={state === 'dead' ? 'text-error' : ''}>{state}</b> },
  { title: 'Due', cell: ({ schedAtSeconds }) => dateAndClock(schedAtSeconds * 1000) },
  { title: 'Runs', cell: ({ runCount }) => runCount, isNumber: true },
  { title: 'Action', cell: (job) => <JobActions job={job} /> },
];

/** The Periodic server: functions, workers, jobs and those that were given up. */
export function PeriodicJobs() {
  const panel = usePanel('periodic');
  const functions = Object.values(panel?.functions ?? {});
  const jobs = [...Object.values(panel?.dead ?? {}), ...Object.values(panel?.jobs ?? {})];
  const workers = Object.values(panel?.workers ?? {});
  return (
    <Section
      id="periodic"
      title="Periodic"
      tools={<span className="text-muted">{plural(workers.length, 'worker')} connected</span>}
      empty={panel ? undefined : 'No data from the Periodic server yet.'}
    >
      <DataTable label="Functions" columns={FUNCTIONS} rows={functions} keyOf={({ func }) => func} />
      <div className="border-t border-line">
        <DataTable
          label="Jobs"
          columns={JOBS}
          rows={jobs}
          keyOf={({ func, name, state }) => `${state} ${func} ${name}`}
        />
      </div>
    </Section>
  );
}

function JobActions({ job }: { readonly job: JobSummary }) {
  const { func, name, nameLabel, state } = job;
  const args = { func, name };
  return (
    <span className="flex gap-1">
      {state === 'dead' ? (
        <AdminActionButton
          action="job.retry"
          args={args}
          done={`${nameLabel} is due now.`}
          label={`Retry ${nameLabel}`}
        >
          Retry
        </AdminActionButton>
      ) : (
        <AdminActionButton
          action="job.run"
          args={args}
          done={`${nameLabel} is due now.`}
          label={`Run now: ${nameLabel}`}
        >
          Run now
        </AdminActionButton>
      )}
      <AdminActionButton
        action="job.remove"
        args={args}
        question={`Remove 1 job, ${nameLabel}?`}
        done={`${nameLabel} removed.`}
        label={`Remove ${nameLabel}`}
      >
        Remove
      </AdminActionButton>
    </span>
  );
}
