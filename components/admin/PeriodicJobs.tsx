'use client';

import { usePanel } from './context';
import { DataTable, type Column } from './DataTable';
import type { FunctionLine, JobLine } from './doorPanels';
import { LeverButton } from './LeverButton';
import { Section } from './Section';
import { dateAndClock, plural } from './words';

const FUNCTIONS: Column<FunctionLine>[] = [
  { title: 'Function', cell: ({ label }) => <span className="font-mono">{label}</span> },
  { title: 'Jobs', cell: ({ jobs }) => jobs, isNumber: true },
  { title: 'Running', cell: ({ running }) => running, isNumber: true },
  { title: 'Workers', cell: ({ workers }) => workers, isNumber: true },
];

const JOBS: Column<JobLine>[] = [
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
      empty={panel ? undefined : 'The Periodic server has not reported yet.'}
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

function JobActions({ job }: { readonly job: JobLine }) {
  const { func, name, nameLabel, state } = job;
  const args = { func, name };
  return (
    <span className="flex gap-1">
      {state === 'dead' ? (
        <LeverButton action="job.retry" args={args} done={`${nameLabel} is due now.`} label={`Retry ${nameLabel}`}>
          Retry
        </LeverButton>
      ) : (
        <LeverButton action="job.run" args={args} done={`${nameLabel} is due now.`} label={`Run now: ${nameLabel}`}>
          Run now
        </LeverButton>
      )}
      <LeverButton
        action="job.remove"
        args={args}
        question={`Remove the 1 job ${nameLabel}?`}
        done={`${nameLabel} is removed.`}
        label={`Remove ${nameLabel}`}
      >
        Remove
      </LeverButton>
    </span>
  );
}
