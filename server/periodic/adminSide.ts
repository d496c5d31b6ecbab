import { handleKey, type JobHandle } from '@/core/periodic/job';
import { success } from '@/core/result';
import { cannot, type ActionsAbout } from '../admin/adminAction';
import type { Panel } from '../admin/hub';
import { panel } from '../admin/panels';
import type { PeriodicOverview } from './overview';
import { readable } from './readable';

/** What the Periodic server brings to the admin page: a panel, and actions for one job. */

/** What a page can show; the counts of each func tell of the rest. */
const FUNCS_SHOWN = 50;
const JOBS_SHOWN = 50;
const DEAD_SHOWN = 200;

export function periodicPanels(overview: PeriodicOverview): Record<'periodic', Panel> {
  const read = async () => {
    const [functions, workers, dead] = await Promise.all([
      overview.functions(),
      overview.workers(),
      overview.deadJobs({ from: 0, count: DEAD_SHOWN }),
    ]);
    const shown = functions.filter(({ jobs }) => jobs > 0).slice(0, FUNCS_SHOWN);
    const jobs = await Promise.all(shown.map(({ func }) => overview.jobs(func, { from: 0, count: JOBS_SHOWN })));
    return {
      functions: Object.fromEntries(functions.map((one) => [one.func, one])),
      workers: Object.fromEntries(workers.map((one) => [one.worker, one])),
      jobs: Object.fromEntries(
        jobs.flat().map((one) => [handleKey(one), { ...one, recentRuns: overview.recentRuns(one) }]),
      ),
      dead: Object.fromEntries(dead.map((one) => [handleKey(one), one])),
    };
  };
  return { periodic: panel<'periodic'>(1000, read) };
}

export function periodicActions(overview: PeriodicOverview): ActionsAbout<'job'> {
  return {
    'job.run': async (job) => {
      if (await overview.runNow(job)) return success({ what: wordsOf(job), before: 'pending', after: 'due now' });
      return cannot(
        `${wordsOf(job)} is not pending: it runs already, waits for a lock, or is gone.`,
        'job-not-pending',
        valuesOf(job),
      );
    },
    'job.remove': async (job) => {
      if (await overview.remove(job)) return success({ what: wordsOf(job), before: 'kept', after: 'removed' });
      return cannot(
        `${wordsOf(job)} is a chore of Asyground's own, which it cannot do without.`,
        'job-built-in',
        valuesOf(job),
      );
    },
    'job.retry': async (job) => {
      if (await overview.retry(job)) return success({ what: wordsOf(job), before: 'dead', after: 'due now' });
      return cannot(
        `${wordsOf(job)} is not on the dead list, or there is no room for it.`,
        'job-not-dead',
        valuesOf(job),
      );
    },
  };
}

function valuesOf({ name }: JobHandle) {
  return { job: readable(name) };
}

function wordsOf({ func, name }: JobHandle): string {
  return `the job ${readable(name)} of ${readable(func)}`;
}
