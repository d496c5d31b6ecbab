import TinyQueue from 'tinyqueue';
import { compareDue, type JobRow, type JobState } from './jobRow';

/** A row's place in a queue, which counts only while the row is in the very state for which it was made. */
interface Entry {
  readonly row: JobRow;
  readonly state: JobState;
  readonly atMs: number;
}

function isCurrent(entry: Entry): boolean {
  return entry.row.state === entry.state;
}

const byTime = (a: Entry, b: Entry) => a.atMs - b.atMs;
const byTurn = (a: Entry, b: Entry) => compareDue(a.row, b.row);

/** The first that still counts; those that do not are passed over. */
function firstOf(queue: TinyQueue<Entry> | undefined): Entry | undefined {
  for (;;) {
    const entry = queue?.peek();
    if (entry === undefined || isCurrent(entry)) return entry;
    queue?.pop();
  }
}

/**
 * All jobs of the store and where each of them stands: the only place that changes a row's state, so that the queues
 * and indexes cannot disagree with it.
 *
 * A pending job stands in `future` until `promote` moves it to the queue of its func, where it is due.
 */
export class JobTable {
  private readonly rows = new Map<string, JobRow>();
  private readonly runningOf = new Map<string, Set<JobRow>>();
  private readonly dueOf = new Map<string, TinyQueue<Entry>>();
  private readonly future = new TinyQueue<Entry>([], byTime);
  private readonly timeouts = new TinyQueue<Entry>([], byTime);

  /** When `promote` or `takeExpired` has something to do. */
  get nextMs(): number {
    const due = firstOf(this.future)?.atMs ?? Infinity;
    return Math.min(due, firstOf(this.timeouts)?.atMs ?? Infinity);
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
    this.dueQueue(row.job.func).push(entry);
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

  /** Moves what became due into the queues; gives back how many jobs of which func. */
  promote(nowMs: number): ReadonlyMap<string, number> {
    const jobsOf = new Map<string, number>();
    for (const entry of takeUntil(this.future, nowMs)) {
      const { func } = entry.row.job;
      this.dueQueue(func).push(entry);
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
      const row = firstOf(this.dueOf.get(func))?.row;
      if (row !== undefined && (first === undefined || compareDue(row, first) < 0)) first = row;
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

  private dueQueue(func: string): TinyQueue<Entry> {
    const queue = this.dueOf.get(func) ?? new TinyQueue<Entry>([], byTurn);
    this.dueOf.set(func, queue);
    return queue;
  }
}

function takeUntil(queue: TinyQueue<Entry>, nowMs: number): Entry[] {
  const taken: Entry[] = [];
  for (let entry = firstOf(queue); entry !== undefined; entry = firstOf(queue)) {
    if (entry.atMs > nowMs) break;
    queue.pop();
    taken.push(entry);
  }
  return taken;
}
