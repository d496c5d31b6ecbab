'use client';

import { useTranslations } from 'use-intl';
import type { FunctionRow, JobSummary } from '@/core/admin/endpointPanels';
import { usePanel } from '@/components/admin/parts/context';
import { DataTable, type Column } from '@/components/admin/parts/DataTable';
import { AdminActionButton } from '@/components/admin/parts/ActionButton';
import { Section } from '@/components/admin/parts/Section';
import { useCodes } from '@/components/admin/parts/useCodes';
import { Sparkline } from '@/components/admin/parts/Sparkline';
import { UNKNOWN, useFormat } from '@/components/admin/parts/useFormat';

/** The Periodic server: functions, workers, jobs and those that were given up. */
export function PeriodicJobs() {
  const t = useTranslations('admin');
  const say = useCodes();
  const { dateAndClock, number } = useFormat();
  const panel = usePanel('periodic');
  const functions = Object.values(panel?.functions ?? {});
  const jobs = [...Object.values(panel?.dead ?? {}), ...Object.values(panel?.jobs ?? {})];
  const workers = Object.values(panel?.workers ?? {});
  const functionColumns: Column<FunctionRow>[] = [
    { title: t('columns.function'), cell: ({ label }) => <span className="font-mono">{label}</span> },
    { title: t('columns.jobs'), cell: (row) => number(row.jobs), isNumber: true },
    { title: t('columns.running'), cell: ({ running }) => number(running), isNumber: true },
    { title: t('columns.workers'), cell: (row) => number(row.workers), isNumber: true },
  ];
  const jobColumns: Column<JobSummary>[] = [
    { title: t('columns.function'), cell: ({ funcLabel }) => <span className="font-mono">{funcLabel}</span> },
    { title: t('columns.job'), cell: ({ nameLabel }) => <span className="font-mono">{nameLabel}</span> },
    {
      title: t('columns.state'),
      cell: ({ state }) => <b className={state === 'dead' ? 'text-error' : ''}>{say('job', state)}</b>,
    },
    { title: t('columns.due'), cell: ({ schedAtSeconds }) => dateAndClock(schedAtSeconds * 1000) },
    { title: t('columns.runs'), cell: ({ runCount }) => number(runCount), isNumber: true },
    { title: t('periodic.lastHour'), cell: (job) => <RecentRuns job={job} /> },
    { title: t('columns.action'), cell: (job) => <JobActions job={job} /> },
  ];
  return (
    <Section
      id="periodic"
      title={t('panels.periodic')}
      tools={<span className="text-muted">{t('periodic.connected', { count: workers.length })}</span>}
      empty={panel ? undefined : t('periodic.empty')}
    >
      <DataTable
        label={t('periodic.functions')}
        columns={functionColumns}
        rows={functions}
        keyOf={({ func }) => func}
      />
      <div className="border-t border-line">
        <DataTable
          label={t('columns.jobs')}
          columns={jobColumns}
          rows={jobs}
          keyOf={({ func, name, state }) => `${state} ${func} ${name}`}
        />
      </div>
    </Section>
  );
}

function RecentRuns({ job: { nameLabel, recentRuns = [] } }: { readonly job: JobSummary }) {
  const t = useTranslations('admin');
  const count = recentRuns.reduce((sum, runs) => sum + runs, 0);
  if (count === 0) return UNKNOWN;
  return (
    <Sparkline
      values={recentRuns}
      most={1}
      count={recentRuns.length}
      label={t('views.runsOf', { name: nameLabel, count })}
    />
  );
}

function JobActions({ job }: { readonly job: JobSummary }) {
  const t = useTranslations('admin');
  const { func, nameLabel: name, state } = job;
  const args = { func, name: job.name };
  return (
    <span className="flex gap-1">
      {state === 'dead' ? (
        <AdminActionButton
          action="job.retry"
          args={args}
          done={t('periodic.due', { name })}
          label={t('periodic.retryOne', { name })}
        >
          {t('periodic.retry')}
        </AdminActionButton>
      ) : (
        <AdminActionButton
          action="job.run"
          args={args}
          done={t('periodic.due', { name })}
          label={t('periodic.runOne', { name })}
        >
          {t('periodic.run')}
        </AdminActionButton>
      )}
      <AdminActionButton
        action="job.remove"
        args={args}
        question={t('periodic.removeQuestion', { name })}
        done={t('periodic.removed', { name })}
        label={t('periodic.removeOne', { name })}
      >
        {t('periodic.remove')}
      </AdminActionButton>
    </span>
  );
}
