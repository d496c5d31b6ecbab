import { Heap } from './heap';
import { isDueBefore, type JobRow, type JobState } from './jobRow';

/** A row's place in a heap, which counts only while the row is in the very state for which it was made. */
interface Entry {
  readonly row: JobRow;
  readonly state: JobState;
  readonly atMs: number;
}

function isCurrent(entry: Entry): boolean {
  return entry.row.state === entry.state;
}

function isEarlier(a: Entry, b: Entry): boolean {
  return a.atMs < b.atMs;
}

function isFirstInQueue(a: Entry, b: Entry): boolean {
  return isDueBefore(a.row, b.row);
}

/**
 * All jobs of the store and where each of them stands: the only place that changes a row's state, so that the lines
 * and indexes cannot disagree with it.
 *
 * A pending job stands in `future` until `promote` moves it to the line of its func, where it is due.
 */
export class JobTable {
  private readonly rows = new Map<string, JobRow>();
  private readonly runningOf = new Map<string, Set<JobRow>>();
  private readonly dueOf = new Map<string, Heap<Entry>>();
  private readonly future = new Heap<Entry>(isEarlier, isCurrent);
  private readonly timeouts = new Heap<Entry>(isEarlier, isCurrent);

  /** When `promote` or `takeExpired` has something to do. */
  get nextMs(): number {
    const due = this.future.first()?.atMs ?? Infinity;
    return Math.min(due, this.timeouts.first()?.atMs ?? Infinity);
  }

  get(key: string): JobRow | undefined {
    return this.rows.get(key);
  }

  all(): JobRow[] {
    return [...this.rows.values()];
  }

  runBy(worker: string): JobRow[] {
    return [...(this.runningOf.get(worker) ?? [])];
  }

  /** True: it is due already. */
  makePending(row: JobRow, dueMs: number, nowMs: number): boolean {
    this.change(row, { kind: 'pending', dueMs });
    this.rows.set(row.key, row);
    const entry = { row, state: row.state, atMs: dueMs };
    if (dueMs > nowMs) {
      this.future.push(entry);
      return false;
    }
    this.dueLine(row.job.func).push(entry);
    return true;
  }

  makeRunning(row: JobRow, worker: string, untilMs: number): void {
    this.change(row, { kind: 'running', worker, untilMs });
    const running = this.runningOf.get(worker);
    if (running === undefined) this.runningOf.set(worker, new Set([row]));
    else running.add(row);
    if (untilMs < Infinity) {
      this.timeouts.push({ row, state: row.state, atMs: untilMs });
    }
  }

  makeLocked(row: JobRow): void {
    this.change(row, { kind: 'locked' });
  }

  delete(row: JobRow): void {
    this.change(row, { kind: 'gone' });
    this.rows.delete(row.key);
  }

  /** Moves what became due into the lines; gives back how many jobs of which func. */
  promote(nowMs: number): ReadonlyMap<string, number> {
    const jobsOf = new Map<string, number>();
    for (const entry of takeUntil(this.future, nowMs)) {
      const { func } = entry.row.job;
      this.dueLine(func).push(entry);
      jobsOf.set(func, (jobsOf.get(func) ?? 0) + 1);
    }
    return jobsOf;
  }

  /** Takes out those that ran too long. They are still running: the caller changes that. */
  takeExpired(nowMs: number): JobRow[] {
    return takeUntil(this.timeouts, nowMs).map((entry) => entry.row);
  }

  firstDue(funcs: ReadonlySet<string>): JobRow | undefined {
    let first: JobRow | undefined;
    for (const func of funcs) {
      const row = this.dueOf.get(func)?.first()?.row;
      if (row !== undefined && (first === undefined || isDueBefore(row, first))) first = row;
    }
    return first;
  }

  private change(row: JobRow, state: JobState): void {
    if (row.state.kind === 'running') {
      const running = this.runningOf.get(row.state.worker);
      running?.delete(row);
      if (running?.size === 0) this.runningOf.delete(row.state.worker);
    }
    row.state = state;
  }

  private dueLine(func: string): Heap<Entry> {
    const line = this.dueOf.get(func) ?? new Heap<Entry>(isFirstInQueue, isCurrent);
    this.dueOf.set(func, line);
    return line;
  }
}

function takeUntil(heap: Heap<Entry>, nowMs: number): Entry[] {
  const taken: Entry[] = [];
  for (let entry = heap.first(); entry !== undefined; entry = heap.first()) {
    if (entry.atMs > nowMs) break;
    heap.removeFirst();
    taken.push(entry);
  }
  return taken;
}
