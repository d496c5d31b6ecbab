import type { Dialect } from './dialect';
import type { FuncStatus } from './store';

/** The answer to STATUS, as a byte text (docs/periodic.md, 6). */
export function formatStatus(statuses: readonly FuncStatus[], dialect: Dialect): string {
  const lines = statuses.map(({ func, workers, jobs, running, locked, schedAtSeconds }) => {
    const counts = dialect === 'seed' ? [workers, jobs, running] : [workers, jobs, running, locked];
    return [func, ...counts, schedAtSeconds].join(',');
  });
  return lines.join('\n');
}
