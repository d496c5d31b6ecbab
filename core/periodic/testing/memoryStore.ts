import { CONFIG_DEFAULTS } from '../config';
import { handleKey, type Job, type JobHandle } from '../job';
import { countFunc, type JobRow } from './jobRow';
import { JobTable } from './jobTable';
import { PERIODIC_LIMITS } from '../limits';
import { Locks } from './locks';
import { retryDelaySeconds } from './retry';
import type { Ending, FuncStatus, JobStore, StoreEvent, SubmitOptions, SubmitOutcome, WorkReport } from '../store';

/** The jobs of one process, in its memory. Time is handed in; the owner owes a `tick` at `nextTickMs`. */
export class MemoryStore implements JobStore {
  private readonly table = new JobTable();
  /** Each func with the workers that serve it, and whether they asked for every job (BROADCAST). */
  private readonly workersOf = new Map<string, Map<string, boolean>>();
  private readonly locks = new Locks();
  private readonly deadJobs = new Map<string, Job>();
  private readonly config = new Map(CONFIG_DEFAULTS);
  private readonly listeners = new Set<(event: StoreEvent) => void>();
  private arrivals = 0;

  constructor(private readonly nowMs: () => number) {}

  get nextTickMs(): number {
    return this.table.nextMs;
  }

  /** Jobs whose time has come are due; those that ran too long are taken back. */
  tick(): void {
    const now = this.nowMs();
    if (now < this.table.nextMs) return;
    const ready = this.table.promote(now);
    const expired = this.table.takeExpired(now);
    for (const [func, jobs] of ready) this.emit({ kind: 'ready', func, jobs });
    for (const row of expired) this.requeue(row, { kind: 'expired' });
  }

  async submit(job: Job, { onlyIfServed = false, isOnce = false }: SubmitOptions = {}): Promise<SubmitOutcome> {
    const key = handleKey(job);
    const row: JobRow = this.table.get(key) ?? { job, key, arrival: 0, isOnce, state: { kind: 'gone' } };
    if (row.state.kind === 'running') return 'running';
    const workers = this.known(job.func, { remember: !onlyIfServed });
    if (onlyIfServed && workers.size === 0) return 'no-worker';
    const granted = this.locks.releaseAll(key);
    const isUntimed = job.schedAtSeconds === 0 || undefined;
    row.job = { ...job, isUntimed, schedAtSeconds: isUntimed ? this.nowSeconds() : job.schedAtSeconds };
    row.arrival = ++this.arrivals;
    row.isOnce = isOnce;
    this.deadJobs.delete(key);
    this.makePending(row, row.job.schedAtSeconds * 1000);
    this.wake(granted);
    return 'stored';
  }

  async remove(handle: JobHandle): Promise<void> {
    const key = handleKey(handle);
    this.deadJobs.delete(key);
    const row = this.table.get(key);
    if (row !== undefined) this.end(row, { kind: 'removed' });
  }

  async grab(worker: string, funcs: ReadonlySet<string>): Promise<Job | undefined> {
    this.tick();
    for (let row = this.table.firstDue(funcs); row !== undefined; row = this.table.firstDue(funcs)) {
      const { job } = row;
      if (!this.isBroadcast(job.func)) {
        const timeoutSeconds = job.timeoutSeconds > 0 ? job.timeoutSeconds : this.setting('timeout');
        const lastsMs = timeoutSeconds > 0 ? timeoutSeconds * 1000 : Infinity;
        this.table.makeRunning(row, worker, this.nowMs() + lastsMs);
        return job;
      }
      this.table.delete(row);
      this.emit({ kind: 'broadcast', job });
      this.end(row, { kind: 'done', data: new Uint8Array(0) });
    }
    return undefined;
  }

  async hasDue(funcs: ReadonlySet<string>): Promise<boolean> {
    this.tick();
    return this.table.firstDue(funcs) !== undefined;
  }

  async report(worker: string, handle: JobHandle, report: WorkReport): Promise<boolean> {
    const row = this.owned(worker, handle);
    if (row === undefined) return false;
    switch (report.kind) {
      case 'data':
        this.emit({ kind: 'data', handle, data: report.data });
        break;
      case 'done':
        this.end(row, report);
        break;
      case 'returned':
        this.requeue(row);
        break;
      case 'later':
        row.job = { ...row.job, runCount: row.job.runCount + report.countStep };
        this.requeue(row, { kind: 'later' }, report.delaySeconds);
        break;
      case 'failed':
        this.fail(row);
        break;
    }
    return true;
  }

  async serve(worker: string, func: string, isBroadcast: boolean): Promise<void> {
    this.known(func, { remember: true }).set(worker, isBroadcast);
  }

  async stopServing(worker: string, func: string): Promise<void> {
    this.workersOf.get(func)?.delete(worker);
  }

  async leave(worker: string): Promise<void> {
    for (const workers of this.workersOf.values()) workers.delete(worker);
    for (const row of this.table.runBy(worker)) this.requeue(row);
  }

  async drop(func: string): Promise<boolean> {
    const workers = this.workersOf.get(func);
    if (workers !== undefined && workers.size > 0) return false;
    const jobs = this.table.all().filter((row) => row.job.func === func);
    const waiting = jobs.filter((row) => row.state.kind !== 'running');
    if (waiting.length === jobs.length) this.workersOf.delete(func);
    for (const row of waiting) this.end(row, { kind: 'removed' });
    return true;
  }

  async acquireLock(worker: string, handle: JobHandle, lock: string, count: number): Promise<boolean> {
    const row = this.owned(worker, handle);
    if (row === undefined) return false;
    if (this.locks.acquire(lock, row.key, count)) return true;
    this.table.makeLocked(row);
    // Its run is over. If it kept what else it holds, two such jobs could wait for each other.
    this.wake(this.locks.releaseAll(row.key, lock));
    return false;
  }

  async releaseLock(worker: string, handle: JobHandle, lock: string): Promise<void> {
    const row = this.owned(worker, handle);
    if (row !== undefined) this.wake(this.locks.release(lock, row.key));
  }

  async status(): Promise<FuncStatus[]> {
    const rows = this.table.all();
    return [...this.workersOf.keys()].sort().map((func) => {
      const own = rows.filter((row) => row.job.func === func);
      return countFunc(func, this.workersOf.get(func)?.size ?? 0, own, this.nowSeconds());
    });
  }

  async *dump(): AsyncGenerator<readonly Job[]> {
    yield this.table.all().map((row) => row.job);
  }

  async dead(): Promise<Job[]> {
    return [...this.deadJobs.values()];
  }

  async missing(handles: readonly JobHandle[]): Promise<JobHandle[]> {
    return handles.filter((handle) => this.table.get(handleKey(handle)) === undefined);
  }

  async getConfig(key: string): Promise<number> {
    return this.setting(key);
  }

  async setConfig(key: string, value: number): Promise<void> {
    if (!this.config.has(key)) return;
    this.config.set(key, value);
    this.emit({ kind: 'config', key, value });
  }

  subscribe(listener: (event: StoreEvent) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private owned(worker: string, handle: JobHandle): JobRow | undefined {
    const row = this.table.get(handleKey(handle));
    return row?.state.kind === 'running' && row.state.worker === worker ? row : undefined;
  }

  private fail(row: JobRow): void {
    const maxRetries = this.setting('max-retry');
    const { runCount } = row.job;
    row.job = { ...row.job, runCount: runCount + 1 };
    if (row.isOnce || maxRetries === 0 || runCount < maxRetries) {
      this.requeue(row, { kind: 'failed' }, retryDelaySeconds(runCount));
      return;
    }
    this.deadJobs.set(row.key, row.job);
    const oldest = this.deadJobs.keys().next();
    if (this.deadJobs.size > PERIODIC_LIMITS.maxDeadJobs && !oldest.done) this.deadJobs.delete(oldest.value);
    this.end(row, { kind: 'dead' });
  }

  /** The run is over, the job is not. Without a delay it keeps its time and so its place in the line. */
  private requeue(row: JobRow, ending?: Ending, delaySeconds?: number): void {
    if (ending !== undefined && row.isOnce) {
      this.emit({ kind: 'ended', handle: row.job, ending });
      return this.end(row, { kind: 'removed' });
    }
    const granted = this.locks.releaseAll(row.key);
    const delay = Math.max(0, delaySeconds ?? 0);
    if (delaySeconds !== undefined)
      row.job = { ...row.job, isUntimed: undefined, schedAtSeconds: this.nowSeconds() + delay };
    this.makePending(row, this.nowMs() + delay * 1000, ending);
    this.wake(granted);
  }

  private makePending(row: JobRow, dueMs: number, ending?: Ending): void {
    const isDue = this.table.makePending(row, dueMs, this.nowMs());
    if (ending !== undefined) this.emit({ kind: 'ended', handle: row.job, ending });
    if (isDue) this.emit({ kind: 'ready', func: row.job.func, jobs: 1 });
  }

  private end(row: JobRow, ending: Ending): void {
    const granted = this.locks.releaseAll(row.key);
    this.table.delete(row);
    this.emit({ kind: 'ended', handle: row.job, ending });
    this.wake(granted);
  }

  /** Jobs that waited for a lock and now hold it are due at once. */
  private wake(keys: readonly string[]): void {
    for (const key of keys) {
      const row = this.table.get(key);
      if (row?.state.kind === 'locked') this.makePending(row, this.nowMs());
    }
  }

  private known(func: string, options: { readonly remember: boolean }): Map<string, boolean> {
    const workers = this.workersOf.get(func) ?? new Map<string, boolean>();
    if (options.remember) this.workersOf.set(func, workers);
    return workers;
  }

  private isBroadcast(func: string): boolean {
    for (const isBroadcast of this.workersOf.get(func)?.values() ?? []) if (isBroadcast) return true;
    return false;
  }

  private setting(key: string): number {
    return this.config.get(key) ?? 0;
  }

  private nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  private emit(event: StoreEvent): void {
    for (const listener of this.listeners) listener(event);
  }
}
