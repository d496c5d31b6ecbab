import { PERIODIC_LIMITS } from '../limits';

/** After a failure: 1 s for the first run, doubling with the run count up to 60 s (docs/periodic.md, 2). */
export function retryDelaySeconds(runCount: number): number {
  const { firstRetrySeconds, maxRetrySeconds } = PERIODIC_LIMITS;
  return Math.min(maxRetrySeconds, firstRetrySeconds * 2 ** Math.min(Math.max(runCount, 0), 30));
}
