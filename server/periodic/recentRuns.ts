import { handleKey, type JobHandle } from '@/core/periodic/job';

/**
 * How often each job ran in the last hour, as far as this front has heard its workers say so: for the admin page. It is kept in
 * memory and bounded; the jobs that have not run for longest are forgotten first.
 */

const BINS = 12;
const BIN_MS = 5 * 60 * 1000;
const MAX_JOBS = 2000;

interface Runs {
  /** Of the newest bin; they are counted since 1970. */
  bin: number;
  counts: number[];
}

export class RecentRuns {
  private readonly jobs = new Map<string, Runs>();

  constructor(private readonly nowMs: () => number = Date.now) {}

  ran(job: JobHandle): void {
    const key = handleKey(job);
    const runs = this.shifted(key) ?? { bin: this.bin, counts: new Array<number>(BINS).fill(0) };
    runs.counts[BINS - 1] = (runs.counts[BINS - 1] ?? 0) + 1;
    this.jobs.delete(key);
    this.jobs.set(key, runs);
    const [oldest] = this.jobs.keys();
    if (this.jobs.size > MAX_JOBS && oldest !== undefined) this.jobs.delete(oldest);
  }

  /** By five minutes, oldest first; undefined: it has not run in the last hour. */
  of(job: JobHandle): number[] | undefined {
    return this.shifted(handleKey(job))?.counts.slice();
  }

  private get bin(): number {
    return Math.floor(this.nowMs() / BIN_MS);
  }

  private shifted(key: string): Runs | undefined {
    const runs = this.jobs.get(key);
    if (!runs) return undefined;
    const passed = Math.min(BINS, this.bin - runs.bin);
    runs.bin = this.bin;
    runs.counts = [...runs.counts.slice(passed), ...new Array<number>(passed).fill(0)];
    if (runs.counts.some((count) => count > 0)) return runs;
    this.jobs.delete(key);
    return undefined;
  }
}
