import type { Job } from '../job';
import type { FuncStatus } from '../store';

/**
 * A job in the memory of the store.
 *
 *   pending --due, grabbed--> running --failed, later, returned; timeout; worker leaves--> pending
 *   running --lock refused--> locked --lock free--> pending
 *   running --done--> gone; running --failed too often--> gone (dead); any --removed--> gone
 */
export interface JobRow {
  job: Job;
  readonly key: string;
  /** Orders jobs of the same time; kept when a run ends early, so that the job does not lose its place. */
  arrival: number;
  /** The end of a run is the end of the job, whatever it is. */
  isOnce: boolean;
  state: JobState;
}

export type JobState =
  | { readonly kind: 'pending'; readonly dueMs: number }
  | { readonly kind: 'running'; readonly worker: string; readonly untilMs: number }
  | { readonly kind: 'locked' }
  | { readonly kind: 'gone' };

/** Due jobs go by time and then by arrival (docs/periodic.md, 1). */
export function compareDue(a: JobRow, b: JobRow): number {
  return a.job.schedAtSeconds - b.job.schedAtSeconds || a.arrival - b.arrival;
}

/** `rows` are those of the func. */
export function countFunc(func: string, workers: number, rows: readonly JobRow[], nowSeconds: number): FuncStatus {
  const inState = (kind: JobState['kind']) => rows.filter((row) => row.state.kind === kind);
  const schedAtSeconds = inState('pending').reduce(
    (earliest: number | undefined, { job }) => Math.min(earliest ?? job.schedAtSeconds, job.schedAtSeconds),
    undefined,
  );
  return {
    func,
    workers,
    jobs: rows.length,
    running: inState('running').length,
    locked: inState('locked').length,
    schedAtSeconds: schedAtSeconds ?? nowSeconds,
  };
}
