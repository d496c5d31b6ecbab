/**
 * Days of work in virtual time, to see how good the estimates are (docs/queue.md, 13 to 15).
 *
 * Arrivals are a Poisson stream; run lengths are those of a workload, cut off by the duration of their class. Each task
 * that has to wait is estimated once, on arrival, and compared with the wait that came. Beside it stands the simple
 * guess that every queue page uses: rank x mean run time / backends. Everything follows from the handed-in random
 * numbers.
 *
 * Tasks that wait at the same time are off by the same amount, so one long day says less than several short ones: each
 * day begins with an empty queue, and with what the days before have taught.
 */
import { Calibration, type CalibrationSummary } from '../calibration';
import { EstimatePass } from '../estimate';
import type { Effect } from '../events';
import type { History } from '../history';
import { createSchedule } from '../schedule';
import { Timeline } from '../timeline';
import type { Policy } from '../options';
import { meanWorkSeconds, pickKind, WORKLOADS, type Workload } from './workload';

export interface ReplayOptions {
  readonly random: () => number;
  readonly backends: number;
  /** Work that arrives, as a share of what the backends can do. */
  readonly load: number;
  /** The replay ends when so many waited, an equal share of them each day. */
  readonly waitingTasks: number;
  readonly days?: number;
  readonly workload?: Workload;
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

/** Time before the first comparison, in tasks: history replaces the priors and the queue settles. */
const WARM_UP_TASKS = 1000;

export function replay(options: ReplayOptions): ReplayReport {
  const { waitingTasks, days = 1 } = options;
  const ledger = {
    estimates: new Calibration(waitingTasks),
    simple: new Calibration(waitingTasks),
    largestErrorSeconds: 0,
  };
  const past: Past = { history: undefined, endedSeconds: 0, ended: 0 };
  for (let day = 1; day <= days; day += 1) new Day(options, ledger, past).run(Math.ceil(waitingTasks / days));
  const estimates = ledger.estimates.summary();
  const simpleGuess = ledger.simple.summary();
  if (estimates === undefined || simpleGuess === undefined) throw new Error('a replay needs tasks to compare');
  return { estimates, simpleGuess, largestErrorSeconds: ledger.largestErrorSeconds };
}

/** What was told and what came, over all days. */
interface Ledger {
  readonly estimates: Calibration;
  readonly simple: Calibration;
  largestErrorSeconds: number;
}

/** Of the runs that have ended: the estimator's view, and the mean that the simple guess takes. */
interface Past {
  history: History | undefined;
  endedSeconds: number;
  ended: number;
}

class Day {
  private readonly lengths = new Map<string, number>();
  private readonly guesses = new Map<string, Guess>();
  private readonly timeline: Timeline;
  private readonly workload: Workload;
  private compared = 0;
  private arrived = 0;

  constructor(
    private readonly options: ReplayOptions,
    private readonly ledger: Ledger,
    private readonly past: Past,
  ) {
    const { policy = { kind: 'considerate' } } = options;
    const schedule = createSchedule({ policy });
    schedule.history = past.history ?? schedule.history;
    past.history = schedule.history;
    this.timeline = new Timeline(schedule, (run) => this.lengths.get(run.task.id) ?? 1, 0);
    this.workload = options.workload ?? WORKLOADS.uneven;
  }

  run(waitingTasks: number): void {
    const { backends, load, random } = this.options;
    for (let i = 0; i < backends; i += 1) this.timeline.feed({ kind: 'backend-joined', backend: `b${i}`, nowMs: 0 });
    const meanGapMs = (meanWorkSeconds(this.workload) * 1000) / (backends * load);
    let nowMs = 0;
    while (this.compared < waitingTasks) {
      nowMs -= Math.log(1 - random()) * meanGapMs;
      this.endUntil(nowMs);
      this.arrive(nowMs);
    }
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
          this.past.endedSeconds += (endMs - run.startedAtMs) / 1000;
          this.past.ended += 1;
          this.lengths.delete(run.task.id);
        }
      }
      this.compare(effects, endMs);
    }
  }

  private arrive(nowMs: number): void {
    const { random } = this.options;
    const kind = pickKind(this.workload, random());
    const id = `t${(this.arrived += 1)}`;
    this.lengths.set(id, kind.drawSeconds(random));
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
      simpleSeconds: (schedule.waiting.size * (this.past.endedSeconds / Math.max(1, this.past.ended))) / backends,
    });
  }

  private compare(effects: readonly Effect[], nowMs: number): void {
    for (const effect of effects) {
      const guess = effect.kind === 'permit' ? this.guesses.get(effect.task) : undefined;
      if (guess === undefined || effect.kind !== 'permit') continue;
      this.guesses.delete(effect.task);
      const actualSeconds = (nowMs - guess.atMs) / 1000;
      const { ledger } = this;
      ledger.estimates.record({ ...guess, actualSeconds });
      ledger.simple.record({ estimateSeconds: guess.simpleSeconds, upperSeconds: guess.simpleSeconds, actualSeconds });
      const errorSeconds = Math.abs(actualSeconds - guess.estimateSeconds);
      ledger.largestErrorSeconds = Math.max(ledger.largestErrorSeconds, errorSeconds);
      this.compared += 1;
    }
  }
}
