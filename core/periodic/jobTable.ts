import { Heap } from './heap';
import { isDueBefore, type JobRecord, type JobState } from './jobRecord';

/** A record's place in a heap, which counts only while the record is in the very state for which it was made. */
interface Entry {
  readonly record: JobRecord;
  readonly state: JobState;
  readonly atMilliseconds: number;
}

function isCurrent(entry: Entry): boolean {
  return entry.record.state === entry.state;
}

function isEarlier(a: Entry, b: Entry): boolean {
  return a.atMilliseconds < b.atMilliseconds;
}

function isFirstInLine(a: Entry, b: Entry): boolean {
  return isDueBefore(a.record, b.record);
}

/**
 * All jobs of the store and where each of them stands: the only place that changes a record's state, so that the lines
 * and indexes cannot disagree with it.
 *
 * A pending job stands in `future` until `promote` moves it to the line of its func, where it is due.
 */
export class JobTable {
  private readonly records = new Map<string, JobRecord>();
  private readonly runningOf = new Map<string, Set<JobRecord>>();
  private readonly dueOf = new Map<string, Heap<Entry>>();
  private readonly future = new Heap<Entry>(isEarlier, isCurrent);
  private readonly timeouts = new Heap<Entry>(isEarlier, isCurrent);

  /** When `promote` or `takeExpired` has something to do. */
  get nextMilliseconds(): number {
    const due = this.future.first()?.atMilliseconds ?? Infinity;
    return Math.min(due, this.timeouts.first()?.atMilliseconds ?? Infinity);
  }

  get(key: string): JobRecord | undefined {
    return this.records.get(key);
  }

  all(): JobRecord[] {
    return [...this.records.values()];
  }

  runBy(worker: string): JobRecord[] {
    return [...(this.runningOf.get(worker) ?? [])];
  }

  /** True: it is due already. */
  makePending(record: JobRecord, dueMilliseconds: number, nowMilliseconds: number): boolean {
    this.change(record, { kind: 'pending', dueMilliseconds });
    this.records.set(record.key, record);
    const entry = { record, state: record.state, atMilliseconds: dueMilliseconds };
    if (dueMilliseconds > nowMilliseconds) {
      this.future.push(entry);
      return false;
    }
    this.dueLine(record.job.func).push(entry);
    return true;
  }

  makeRunning(record: JobRecord, worker: string, untilMilliseconds: number): void {
    this.change(record, { kind: 'running', worker, untilMilliseconds });
    const running = this.runningOf.get(worker);
    if (running === undefined) this.runningOf.set(worker, new Set([record]));
    else running.add(record);
    if (untilMilliseconds < Infinity) {
      this.timeouts.push({ record, state: record.state, atMilliseconds: untilMilliseconds });
    }
  }

  makeLocked(record: JobRecord): void {
    this.change(record, { kind: 'locked' });
  }

  delete(record: JobRecord): void {
    this.change(record, { kind: 'gone' });
    this.records.delete(record.key);
  }

  /** Moves what became due into the lines; gives back how many jobs of which func. */
  promote(nowMilliseconds: number): ReadonlyMap<string, number> {
    const jobsOf = new Map<string, number>();
    for (const entry of takeUntil(this.future, nowMilliseconds)) {
      const { func } = entry.record.job;
      this.dueLine(func).push(entry);
      jobsOf.set(func, (jobsOf.get(func) ?? 0) + 1);
    }
    return jobsOf;
  }

  /** Takes out those that ran too long. They are still running: the caller changes that. */
  takeExpired(nowMilliseconds: number): JobRecord[] {
    return takeUntil(this.timeouts, nowMilliseconds).map((entry) => entry.record);
  }

  firstDue(funcs: ReadonlySet<string>): JobRecord | undefined {
    let first: JobRecord | undefined;
    for (const func of funcs) {
      const record = this.dueOf.get(func)?.first()?.record;
      if (record !== undefined && (first === undefined || isDueBefore(record, first))) first = record;
    }
    return first;
  }

  private change(record: JobRecord, state: JobState): void {
    if (record.state.kind === 'running') {
      const running = this.runningOf.get(record.state.worker);
      running?.delete(record);
      if (running?.size === 0) this.runningOf.delete(record.state.worker);
    }
    record.state = state;
  }

  private dueLine(func: string): Heap<Entry> {
    const line = this.dueOf.get(func) ?? new Heap<Entry>(isFirstInLine, isCurrent);
    this.dueOf.set(func, line);
    return line;
  }
}

function takeUntil(heap: Heap<Entry>, nowMilliseconds: number): Entry[] {
  const taken: Entry[] = [];
  for (let entry = heap.first(); entry !== undefined; entry = heap.first()) {
    if (entry.atMilliseconds > nowMilliseconds) break;
    heap.removeFirst();
    taken.push(entry);
  }
  return taken;
}
