/**
 * A day of made-up work in virtual time, to see how good the estimates are (docs/queue.md, 13 to 15).
 *
 * Arrivals are a Poisson stream; run lengths are log-normal, as renders are: most short, a few very long, cut off by
 * the duration of their class. Each task that has to wait is estimated once, on arrival, and compared with the wait
 * that came. Beside it stands the simple guess that every queue page uses: rank x mean run time / backends. Everything
 * follows from the handed-in random numbers.
 */
import { Calibration, type CalibrationSummary } from './calibration';
import { EstimatePass } from './estimate';
import type { Effect } from './events';
import { createSchedule } from './schedule';
import type { TaskClass } from './taskClass';
import { Timeline } from './timeline';
import type { Policy } from './options';

export interface ReplayOptions {
  readonly random: () => number;
  readonly backends: number;
  /** Work that arrives, as a share of what the backends can do. */
  readonly load: number;
  /** The replay ends when so many waited. */
  readonly waitingTasks: number;
  readonly workload?: keyof typeof WORKLOADS;
  readonly policy?: Policy;
  /** Tell the estimator the true run lengths: then every estimate must be exact. */
  readonly omniscient?: boolean;
}

export interface ReplayReport {
  readonly estimates: CalibrationSummary;
  readonly simpleGuess: CalibrationSummary;
  /** Largest difference between an estimate and the wait, in seconds. */
  readonly largestErrorSeconds: number;
}

interface Guess {
  readonly atMs: number;
  readonly estimateSeconds: number;
  readonly upperSeconds: number;
  readonly simpleSeconds: number;
}

interface Kind {
  readonly taskClass: TaskClass;
  /** Share of all arrivals. */
  readonly share: number;
  /** Median run length, and the standard deviation of its logarithm. */
  readonly medianSeconds: number;
  readonly spread: number;
}

/**
 * How widely run lengths differ is not known before there are real users, and it decides how well a wait can be
 * foretold at all. So there are two: `uneven`, which is the default, and `even`, in which the classes are kept more
 * strictly.
 */
export const WORKLOADS = {
  uneven: workload({ default: 0.8, fast: 0.7, medium: 0.8, slow: 0.8 }),
  even: workload({ default: 0.6, fast: 0.6, medium: 0.6, slow: 0.6 }),
} as const;

function workload(spread: { default: number; fast: number; medium: number; slow: number }): readonly Kind[] {
  return [
    { taskClass: 'default', share: 0.55, medianSeconds: 0.9, spread: spread.default },
    { taskClass: 0, share: 0.2, medianSeconds: 0.8, spread: spread.fast },
    { taskClass: 1, share: 0.15, medianSeconds: 2.5, spread: spread.medium },
    { taskClass: 2, share: 0.1, medianSeconds: 7, spread: spread.slow },
  ];
}

/** Time before the first comparison, in tasks: history replaces the priors and the line settles. */
const WARM_UP_TASKS = 1000;

export function replay(options: ReplayOptions): ReplayReport {
  return new Replay(options).run();
}

class Replay {
  private readonly lengths = new Map<string, number>();
  private readonly guesses = new Map<string, Guess>();
  private readonly estimates: Calibration;
  private readonly simple: Calibration;
  private readonly timeline: Timeline;
  private readonly kinds: readonly Kind[];
  private largestErrorSeconds = 0;
  private compared = 0;
  private arrived = 0;
  private endedSeconds = 0;
  private ended = 0;

  constructor(private readonly options: ReplayOptions) {
    const { policy = { kind: 'considerate' }, waitingTasks } = options;
    const schedule = createSchedule({ policy });
    this.timeline = new Timeline(schedule, (run) => this.lengths.get(run.task.id) ?? 1, 0);
    this.kinds = WORKLOADS[options.workload ?? 'uneven'];
    this.estimates = new Calibration(waitingTasks);
    this.simple = new Calibration(waitingTasks);
  }

  run(): ReplayReport {
    const { backends, load, random, waitingTasks } = this.options;
    for (let i = 0; i < backends; i += 1) this.timeline.feed({ kind: 'backend-joined', backend: `b${i}`, nowMs: 0 });
    const meanGapMs = (meanWorkSeconds(this.kinds) * 1000) / (backends * load);
    let nowMs = 0;
    while (this.compared < waitingTasks) {
      nowMs -= Math.log(1 - random()) * meanGapMs;
      this.endUntil(nowMs);
      this.arrive(nowMs);
    }
    const estimates = this.estimates.summary();
    const simpleGuess = this.simple.summary();
    if (estimates === undefined || simpleGuess === undefined) throw new Error('a replay needs tasks to compare');
    return { estimates, simpleGuess, largestErrorSeconds: this.largestErrorSeconds };
  }

  private endUntil(untilMs: number): void {
    for (;;) {
      const endMs = this.timeline.nextEndMs();
      if (endMs === undefined || endMs > untilMs) return;
      const before = new Map(this.timeline.schedule.running);
      const effects = this.timeline.endNext();
      for (const effect of effects) {
        const run = effect.kind === 'end' ? before.get(effect.task) : undefined;
        if (run !== undefined) {
          this.endedSeconds += (endMs - run.startedAtMs) / 1000;
          this.ended += 1;
          this.lengths.delete(run.task.id);
        }
      }
      this.compare(effects, endMs);
    }
  }

  private arrive(nowMs: number): void {
    const { random } = this.options;
    const kind = pickKind(this.kinds, random());
    const id = `t${(this.arrived += 1)}`;
    this.lengths.set(id, kind.medianSeconds * Math.exp(kind.spread * normal(random)));
    const submission = { id, taskClass: kind.taskClass, client: id, address: id, owner: 'connection' } as const;
    this.compare(this.timeline.feed({ kind: 'submitted', submission, nowMs }), nowMs);
    if (this.arrived > WARM_UP_TASKS && this.timeline.schedule.waiting.has(id)) this.guess(id, nowMs);
  }

  private guess(id: string, nowMs: number): void {
    const { backends, omniscient = false, random } = this.options;
    const { schedule } = this.timeline;
    const pass = new EstimatePass(schedule, {
      nowMs,
      random,
      only: id,
      ...(omniscient ? { draws: 1, lengthSecondsOf: (run) => this.lengths.get(run.task.id) ?? 1 } : {}),
    });
    pass.step(Infinity);
    const [estimate] = pass.estimates();
    if (estimate?.estimateSeconds === undefined || estimate.upperSeconds === undefined) return;
    this.guesses.set(id, {
      atMs: nowMs,
      estimateSeconds: estimate.estimateSeconds,
      upperSeconds: estimate.upperSeconds,
      simpleSeconds: (schedule.waiting.size * (this.endedSeconds / Math.max(1, this.ended))) / backends,
    });
  }

  private compare(effects: readonly Effect[], nowMs: number): void {
    for (const effect of effects) {
      const guess = effect.kind === 'permit' ? this.guesses.get(effect.task) : undefined;
      if (guess === undefined || effect.kind !== 'permit') continue;
      this.guesses.delete(effect.task);
      const actualSeconds = (nowMs - guess.atMs) / 1000;
      this.estimates.record({ ...guess, actualSeconds });
      this.simple.record({ estimateSeconds: guess.simpleSeconds, upperSeconds: guess.simpleSeconds, actualSeconds });
      this.largestErrorSeconds = Math.max(this.largestErrorSeconds, Math.abs(actualSeconds - guess.estimateSeconds));
      this.compared += 1;
    }
  }
}

function pickKind(kinds: readonly Kind[], at: number): Kind {
  let left = at;
  let picked: Kind | undefined;
  for (const kind of kinds) {
    if (left >= 0) picked = kind;
    left -= kind.share;
  }
  if (picked === undefined) throw new Error('a workload needs a kind of task');
  return picked;
}

/** Mean of a log-normal length; that the longest are cut off is neglected. */
function meanWorkSeconds(kinds: readonly Kind[]): number {
  return kinds.reduce((sum, kind) => sum + kind.share * kind.medianSeconds * Math.exp(kind.spread ** 2 / 2), 0);
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
