import type { Job } from '../job';
import type { JobStore } from '../store';

/** One set of jobs, seen by one store or, as several fronts see it, by several; and its clock, in the test's hand. */
export interface StoreWorld {
  readonly stores: readonly [JobStore, ...JobStore[]];
  nowMs(): number;
  /** Lets time pass, and what it brings about happen. */
  advance(milliseconds: number): Promise<void>;
  /** Every process ends without a word and starts again. */
  restart(): Promise<JobStore>;
  close(): Promise<void>;
}

export function someJob(name: string, changes: Partial<Job> = {}): Job {
  return {
    func: 'f',
    name,
    workload: new TextEncoder().encode(name),
    schedAtSeconds: 0,
    runCount: 0,
    timeoutSeconds: 0,
    ...changes,
  };
}

export async function allJobs(store: JobStore): Promise<Job[]> {
  const jobs: Job[] = [];
  for await (const some of store.dump()) jobs.push(...some);
  return jobs;
}
