/**
 * Recent run times of each class (docs/queue.md, 14), and what they say about a run that is still going on.
 *
 * A run that its duration cut short tells only that it would have taken longer. It is kept with that mark: when a
 * longer duration is asked about, its share goes to the longer runs (the usual treatment of censored times). A class
 * with few runs of its own borrows from those of the others, since it is mostly the same people's figures; before
 * anything has run there is a handful of priors. Both are pushed out by the first real runs of the class. They are good
 * enough for an estimate, and no ground to turn anybody away (22): that is `knownMeanSeconds`.
 */
import { levelSeconds, longestSeconds, type Level } from './levels';
import type { TaskClass } from './taskClass';

export interface RunTime {
  readonly seconds: number;
  readonly cutShort: boolean;
}

/** Shares of the duration of the class; of a default task: of the fast duration, which it may exceed. */
const LEVEL_PRIOR = [0.06, 0.1, 0.15, 0.22, 0.32, 0.45, 0.65, 1];
const DEFAULT_PRIOR = [0.15, 0.2, 0.25, 0.33, 0.45, 0.65, 1.1, 3];
const BATCH_PRIOR = [0.015, 0.02, 0.03, 0.05, 0.08, 0.12, 0.25, 1];
/** As many as a class without runs of its own begins with. */
const GUESSES = 8;
/** Recent runs of all classes together, to borrow from. */
const POOLED = 64;
/** Clients whose last run is remembered. */
const REMEMBERED_CLIENTS = 1000;

/** The last so many, oldest first. */
class Recent<T> {
  private readonly items: T[] = [];
  private oldest = 0;

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.items.length;
  }

  /** Returns the one that had to leave. */
  push(item: T): T | undefined {
    if (this.items.length < this.capacity) {
      this.items.push(item);
      return undefined;
    }
    const leaving = this.items[this.oldest];
    this.items[this.oldest] = item;
    this.oldest = (this.oldest + 1) % this.capacity;
    return leaving;
  }

  inOrder(): T[] {
    return [...this.items.slice(this.oldest), ...this.items.slice(0, this.oldest)];
  }
}

class ClassHistory {
  private readonly runs: Recent<RunTime>;
  private ordered: readonly RunTime[] | undefined;
  private busySum = 0;

  /** `busySeconds`: what a run of the class gets at most while others wait. */
  constructor(
    capacity: number,
    readonly busySeconds: number,
  ) {
    this.runs = new Recent(capacity);
  }

  get size(): number {
    return this.runs.size;
  }

  /** Undefined while nothing has run. */
  get busyMeanSeconds(): number | undefined {
    return this.size === 0 ? undefined : this.busySum / this.size;
  }

  add(run: RunTime): void {
    const leaving = this.runs.push(run);
    this.busySum += this.whileBusy(run) - (leaving === undefined ? 0 : this.whileBusy(leaving));
    this.ordered = undefined;
  }

  /** Shortest first. */
  sorted(): readonly RunTime[] {
    this.ordered ??= this.runs.inOrder().sort(byLength);
    return this.ordered;
  }

  inOrder(): RunTime[] {
    return this.runs.inOrder();
  }

  whileBusy(run: RunTime): number {
    return Math.min(run.seconds, this.busySeconds);
  }
}

export class History {
  private readonly classes = new Map<TaskClass, ClassHistory>();
  private readonly pool = new Recent<RunTime>(POOLED);
  private readonly lastOfClient = new Map<string, number>();

  constructor(
    private readonly levels: readonly Level[],
    private readonly runsPerClass: number,
  ) {}

  record(taskClass: TaskClass, run: RunTime, client?: string): void {
    this.of(taskClass).add(run);
    this.pool.push(run);
    if (client === undefined) return;
    // Anew at the end: the one that leaves is the one that has not been here for longest.
    this.lastOfClient.delete(client);
    this.lastOfClient.set(client, run.seconds);
    const [first] = this.lastOfClient.keys();
    if (this.lastOfClient.size > REMEMBERED_CLIENTS && first !== undefined) this.lastOfClient.delete(first);
  }

  /** Shortest first; with guesses among them while the class has few of its own. */
  sorted(taskClass: TaskClass): readonly RunTime[] {
    const own = this.of(taskClass);
    if (!this.isGuess(taskClass)) return own.sorted();
    return [...own.sorted(), ...this.guesses(taskClass).slice(own.size)].sort(byLength);
  }

  /** Whether the class has so few runs of its own that they are filled up with guesses. */
  isGuess(taskClass: TaskClass): boolean {
    return this.of(taskClass).size < GUESSES;
  }

  /** How long the last run of each client took: whoever draws again draws much the same. */
  lastSeconds(): ReadonlyMap<string, number> {
    return new Map(this.lastOfClient);
  }

  /** The mean of recent run times, each taken for at most what the class gets while others wait. */
  busyMeanSeconds(taskClass: TaskClass): number {
    const own = this.of(taskClass);
    const runs = this.sorted(taskClass);
    if (!this.isGuess(taskClass)) return own.busyMeanSeconds ?? 0;
    return runs.reduce((sum, run) => sum + own.whileBusy(run), 0) / runs.length;
  }

  /** The same without guesses: of a class in which nothing has run, what ran in others; of none, nothing. */
  knownMeanSeconds(taskClass: TaskClass): number {
    const own = this.of(taskClass);
    if (own.busyMeanSeconds !== undefined) return own.busyMeanSeconds;
    const runs = this.pool.inOrder();
    return runs.reduce((sum, run) => sum + own.whileBusy(run), 0) / Math.max(1, runs.length);
  }

  /** What was recorded, to be stored and handed back after a restart. */
  *recorded(): Iterable<readonly [TaskClass, readonly RunTime[]]> {
    for (const [taskClass, history] of this.classes) if (history.size > 0) yield [taskClass, history.inOrder()];
  }

  /** From what ran elsewhere, spread evenly over it; or from nothing at all. */
  private guesses(taskClass: TaskClass): RunTime[] {
    const pooled = this.pool.inOrder().sort(byLength);
    if (pooled.length === 0) return priorOf(taskClass, this.levels);
    const most = typeof taskClass === 'number' ? levelSeconds(taskClass, this.levels) : longestSeconds(this.levels);
    return Array.from({ length: GUESSES }, (_, i) => {
      const run = pooled[Math.floor(((i + 0.5) * pooled.length) / GUESSES)];
      return run === undefined || run.seconds >= most ? { seconds: most, cutShort: false } : run;
    });
  }

  private of(taskClass: TaskClass): ClassHistory {
    const known = this.classes.get(taskClass);
    if (known !== undefined) return known;
    const history = new ClassHistory(this.runsPerClass, busySecondsOf(taskClass, this.levels));
    this.classes.set(taskClass, history);
    return history;
  }
}

function byLength(one: RunTime, other: RunTime): number {
  return one.seconds - other.seconds;
}

/**
 * The whole length of a run (not what remains of it), drawn from the runs that took longer than what has elapsed.
 * Where none did, and where a cut-short run is followed by no longer one, the run lasts as long as it may.
 */
export function drawRunSeconds(
  sorted: readonly RunTime[],
  elapsedSeconds: number,
  durationSeconds: number,
  random: () => number,
): number {
  let longerThan = elapsedSeconds;
  for (;;) {
    const from = firstLonger(sorted, longerThan);
    if (from >= sorted.length) return durationSeconds;
    const run = sorted[from + Math.floor(random() * (sorted.length - from))];
    if (run === undefined || run.seconds >= durationSeconds) return durationSeconds;
    if (!run.cutShort) return run.seconds;
    longerThan = run.seconds;
  }
}

function firstLonger(sorted: readonly RunTime[], seconds: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const run = sorted[middle];
    if (run !== undefined && run.seconds <= seconds) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Default tasks are cut down to fast while others wait. */
function busySecondsOf(taskClass: TaskClass, levels: readonly Level[]): number {
  if (typeof taskClass === 'number') return levelSeconds(taskClass, levels);
  return taskClass === 'default' ? levelSeconds(0, levels) : longestSeconds(levels);
}

function priorOf(taskClass: TaskClass, levels: readonly Level[]): RunTime[] {
  const [shares, ofSeconds] =
    typeof taskClass === 'number'
      ? [LEVEL_PRIOR, levelSeconds(taskClass, levels)]
      : taskClass === 'default'
        ? [DEFAULT_PRIOR, levelSeconds(0, levels)]
        : [BATCH_PRIOR, longestSeconds(levels)];
  return shares.map((share) => ({ seconds: share * ofSeconds, cutShort: false }));
}
