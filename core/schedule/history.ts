/**
 * Recent run times of each class (docs/queue.md, 14), and what they say about a run that is still going on.
 *
 * A run that its duration cut short tells only that it would have taken longer. It is kept with that mark: when a
 * longer duration is asked about, its share goes to the longer runs (the usual treatment of censored times). Each
 * class begins with a handful of priors, which the first real runs push out one by one.
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

class ClassHistory {
  private readonly runs: RunTime[];
  /** Where the next run goes once the ring is full. */
  private oldest = 0;
  private priors: number;
  private ordered: readonly RunTime[] | undefined;
  private busySum: number;

  /** `busySeconds`: what a run of the class gets at most while others wait. */
  constructor(
    prior: readonly RunTime[],
    private readonly capacity: number,
    private readonly busySeconds: number,
  ) {
    this.runs = [...prior];
    this.priors = prior.length;
    this.busySum = prior.reduce((sum, run) => sum + this.whileBusy(run), 0);
  }

  add(run: RunTime): void {
    let leaving: RunTime | undefined;
    if (this.priors > 0) {
      this.priors -= 1;
      leaving = this.runs.shift();
    }
    if (this.runs.length < this.capacity) this.runs.push(run);
    else {
      leaving = this.runs[this.oldest];
      this.runs[this.oldest] = run;
      this.oldest = (this.oldest + 1) % this.capacity;
    }
    this.busySum += this.whileBusy(run) - (leaving === undefined ? 0 : this.whileBusy(leaving));
    this.ordered = undefined;
  }

  /** Shortest first. */
  sorted(): readonly RunTime[] {
    this.ordered ??= [...this.runs].sort((one, other) => one.seconds - other.seconds);
    return this.ordered;
  }

  busyMeanSeconds(): number {
    return this.busySum / this.runs.length;
  }

  /** Real runs, oldest first. */
  real(): RunTime[] {
    const inOrder = [...this.runs.slice(this.oldest), ...this.runs.slice(0, this.oldest)];
    return inOrder.slice(this.priors);
  }

  private whileBusy(run: RunTime): number {
    return Math.min(run.seconds, this.busySeconds);
  }
}

export class History {
  private readonly classes = new Map<TaskClass, ClassHistory>();

  constructor(
    private readonly levels: readonly Level[],
    private readonly runsPerClass: number,
  ) {}

  record(taskClass: TaskClass, run: RunTime): void {
    this.of(taskClass).add(run);
  }

  sorted(taskClass: TaskClass): readonly RunTime[] {
    return this.of(taskClass).sorted();
  }

  /** The mean of recent run times, each taken for at most what the class gets while others wait. */
  busyMeanSeconds(taskClass: TaskClass): number {
    return this.of(taskClass).busyMeanSeconds();
  }

  /** What was recorded, to be stored and handed back after a restart. */
  *recorded(): Iterable<readonly [TaskClass, readonly RunTime[]]> {
    for (const [taskClass, history] of this.classes) {
      const runs = history.real();
      if (runs.length > 0) yield [taskClass, runs];
    }
  }

  private of(taskClass: TaskClass): ClassHistory {
    const known = this.classes.get(taskClass);
    if (known !== undefined) return known;
    const prior = priorOf(taskClass, this.levels);
    const history = new ClassHistory(prior, this.runsPerClass, busySecondsOf(taskClass, this.levels));
    this.classes.set(taskClass, history);
    return history;
  }
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
