import type { Dialect } from './dialect';
import type { JobRow, JobState } from './jobRow';
import type { FuncStatus } from './store';

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

/** The answer to STATUS, as a byte text (docs/periodic.md, 6). */
export function formatStatus(statuses: readonly FuncStatus[], dialect: Dialect): string {
  const lines = statuses.map(({ func, workers, jobs, running, locked, schedAtSeconds }) => {
    const counts = dialect === 'seed' ? [workers, jobs, running] : [workers, jobs, running, locked];
    return [func, ...counts, schedAtSeconds].join(',');
  });
  return lines.join('\n');
}
