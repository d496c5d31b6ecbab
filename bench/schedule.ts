/**
 * How fast the scheduling core decides and estimates (docs/queue.md, 14). Pure computation: no Redis, no jail.
 *
 * A decision is one `finished` event with the permit that follows; each is followed by a submission, so that the line
 * keeps its length. Both are counted in the time.
 */
import { performance } from 'node:perf_hooks';
import { apply } from '@/core/schedule/apply';
import { EstimatePass, runSlice } from '@/core/schedule/estimate';
import { createRandom } from '@/core/schedule/random';
import { replay, WORKLOADS, type ReplayReport } from '@/core/schedule/replay';
import { createSchedule, type Schedule } from '@/core/schedule/schedule';
import type { TaskClass } from '@/core/schedule/taskClass';

export interface ScheduleMeasures {
  /** Decisions a second, by the number of waiting tasks. */
  readonly decisionsPerSecond: ReadonlyMap<number, number>;
  readonly estimates: {
    readonly waiting: number;
    /** The slices together, from the start of the pass to the estimates of all. */
    readonly refreshMs: number;
    readonly slices: number;
    readonly longestSliceMs: number;
    /** Slices over 5 ms. */
    readonly longSlices: number;
    /** The same of a loop that does nothing, sliced likewise in between: the share of the machine's neighbours. */
    readonly idleLongSlices: number;
  };
}

const BACKENDS = 8;
/** Of the event loop, in one go. At most 5 ms are allowed; what is left is for a collection of garbage. */
const SLICE_MS = 2;
const MAX_SLICE_MS = 5;
const ROUNDS = 9;
const DECISIONS_PER_ROUND = 5000;
const CLASSES: readonly TaskClass[] = ['default', 'default', 0, 1, 2];

export function measureSchedule(): ScheduleMeasures {
  const decisionsPerSecond = new Map<number, number>();
  // The first round warms the compiler up and is not kept.
  for (const waiting of [1000, 100, 1000, 10_000, 100_000]) {
    decisionsPerSecond.set(waiting, measureDecisions(waiting));
  }
  measureEstimates(1000);
  return { decisionsPerSecond, estimates: measureEstimates(1000) };
}

class Crowd {
  readonly schedule: Schedule;
  private nowMs = 0;
  private submitted = 0;

  constructor(waiting: number) {
    this.schedule = createSchedule({ maxPredictedWaitSeconds: Infinity });
    for (let i = 0; i < BACKENDS; i += 1) {
      apply(this.schedule, { kind: 'backend-joined', backend: `b${i}`, nowMs: 0 });
    }
    while (this.schedule.waiting.size < waiting) this.submit();
  }

  submit(): void {
    const id = `t${(this.submitted += 1)}`;
    const taskClass = CLASSES[this.submitted % CLASSES.length] ?? 'default';
    const submission = { id, taskClass, client: id, address: id, owner: 'connection' } as const;
    apply(this.schedule, { kind: 'submitted', submission, nowMs: this.nowMs });
  }

  /** Lets the run end that has lasted longest. */
  finish(): void {
    this.nowMs += 200;
    const [run] = this.schedule.running.values();
    if (run === undefined) throw new Error('nothing runs');
    const event = { kind: 'finished', task: run.task.id, permit: run.permit, cutShort: false } as const;
    apply(this.schedule, { ...event, nowMs: this.nowMs });
  }

  get now(): number {
    return this.nowMs;
  }
}

function measureDecisions(waiting: number): number {
  const crowd = new Crowd(waiting);
  const rates = Array.from({ length: ROUNDS }, () => {
    const startMs = performance.now();
    for (let i = 0; i < DECISIONS_PER_ROUND; i += 1) {
      crowd.finish();
      crowd.submit();
    }
    return DECISIONS_PER_ROUND / ((performance.now() - startMs) / 1000);
  });
  // The median: the machine is shared, and a mean would measure its neighbours.
  return rates.sort((one, other) => one - other)[Math.floor(ROUNDS / 2)] ?? NaN;
}

function measureEstimates(waiting: number): ScheduleMeasures['estimates'] {
  const crowd = new Crowd(waiting);
  const clockMs = (): number => performance.now();
  const sliceTimesMs: number[] = [];
  const idleTimesMs: number[] = [];
  let pass: EstimatePass | undefined;
  for (let done = false; !done;) {
    const sliceStartMs = clockMs();
    pass ??= new EstimatePass(crowd.schedule, { nowMs: crowd.now, random: createRandom(1) });
    done = runSlice(pass, clockMs, SLICE_MS - (clockMs() - sliceStartMs));
    sliceTimesMs.push(clockMs() - sliceStartMs);
    idleTimesMs.push(idle(clockMs));
  }
  const resultsStartMs = clockMs();
  pass?.estimates();
  sliceTimesMs.push(clockMs() - resultsStartMs);
  return {
    waiting,
    refreshMs: sliceTimesMs.reduce((sum, ms) => sum + ms, 0),
    slices: sliceTimesMs.length,
    longestSliceMs: Math.max(...sliceTimesMs),
    longSlices: sliceTimesMs.filter((ms) => ms > MAX_SLICE_MS).length,
    idleLongSlices: idleTimesMs.filter((ms) => ms > MAX_SLICE_MS).length,
  };
}

function idle(clockMs: () => number): number {
  const startMs = clockMs();
  while (clockMs() - startMs < SLICE_MS);
  return clockMs() - startMs;
}

export interface EstimateQuality {
  readonly workload: keyof typeof WORKLOADS;
  readonly backends: number;
  readonly load: number;
  readonly report: ReplayReport;
  /** The targets that this replay misses, in words. */
  readonly missed: readonly string[];
}

const LOADS = [0.8, 0.95, 1.1];

/** Replays of so many waiting tasks at three loads, for both workloads. 5,000 tasks take some minutes. */
export function measureEstimateQuality(waitingTasks = 5000, backends = 4, seed = 3): EstimateQuality[] {
  const workloads = ['uneven', 'even'] as const;
  return workloads.flatMap((workload) =>
    LOADS.map((load) => {
      const report = replay({ random: createRandom(seed), backends, load, waitingTasks, workload });
      return { workload, backends, load, report, missed: missedTargets(report) };
    }),
  );
}

function missedTargets({ estimates, simpleGuess }: ReplayReport): string[] {
  const targets: readonly (readonly [boolean, string])[] = [
    [estimates.relativeError <= 0.3, 'mean error at most 0.30 of the mean wait'],
    [estimates.goodShare >= 0.8, 'at least 80 % within 2 s or 25 %'],
    [estimates.boundShare >= 0.87 && estimates.boundShare <= 0.94, 'the 90 % bound holds for 87 to 94 %'],
    [estimates.relativeError <= 0.85 * simpleGuess.relativeError, '15 % better than rank x mean / backends'],
  ];
  return targets.filter(([met]) => !met).map(([, target]) => target);
}
