import {
  BoundScale,
  Calibration,
  LOWER_SHARE,
  UPPER_SHARE,
  type CalibrationSummary,
} from '@/core/schedule/calibration';
import { EstimatePass, runSlice, type Estimate } from '@/core/schedule/estimate';
import type { Schedule } from '@/core/schedule/schedule';
import { className } from '@/core/schedule/taskClass';
import type { ToldEstimate } from '@/core/messages';
import { QUEUE_LIMITS } from '@/core/limits';

/**
 * Tells waiting tasks how long they will wait (docs/queue.md, 13 to 15).
 *
 * A pass begins when something changed or a second has gone by, and only while somebody waits; it works in slices of a
 * millisecond between other work, and only one pass runs at a time. Each task is told what changed for it, some tasks at
 * a time. What was told first is compared with what came, and both bounds of each class are scaled by what came of them
 * lately, so that they hold on this machine.
 */

const SLICE_MS = 1;
/** Told in one go. */
const PORTION = 40;
const REMEMBERED_PAIRS = 1000;
/** How often in a row a slice gives way to the scheduler, a millisecond each: estimates come even if it never rests. */
const MAX_PATIENCE = 20;
/** A task that began to wait is told soon, not after a second; most that wait for less than this need no estimate. */
const SOON_MS = 60;

/**
 * After a pass the estimator rests for so many times its length: a long queue must not hold up its own head. And for at
 * least so long: nobody reads faster, and where renders come and go without pause, each would cost a pass otherwise.
 */
const REST_SHARE = 3;
const REST_MS = 400;

interface Told {
  readonly atMs: number;
  readonly taskClass: string;
  readonly estimateSeconds: number;
  readonly upperSeconds: number;
  /** As they were worked out. */
  readonly unscaledLowerSeconds: number;
  readonly unscaledUpperSeconds: number;
}

/** Of one class. */
interface Accuracy {
  readonly calibration: Calibration;
  readonly lowerScale: BoundScale;
  readonly upperScale: BoundScale;
}

/** How good the estimates were, in all and by class. */
export interface EstimateAccuracy extends CalibrationSummary {
  readonly classes: Readonly<Record<string, Pick<CalibrationSummary, 'pairs' | 'boundShare'> & { factor: number }>>;
}

/** In what it says: finer than a tenth of a second is noise. */
function tenths(seconds: number): number {
  return Math.round(seconds * 10) / 10;
}

export class Estimator {
  private readonly calibration = new Calibration(REMEMBERED_PAIRS);
  private readonly classes = new Map<string, Accuracy>();
  private readonly firstTold = new Map<string, Told>();
  private readonly lastTold = new Map<string, ToldEstimate>();
  private timer: NodeJS.Timeout | undefined;
  private timerDueMs = Number.POSITIVE_INFINITY;
  private passing = false;
  private beganMs = 0;
  private restsUntilMs = 0;
  private ended = false;

  constructor(
    private readonly schedule: Schedule,
    private readonly tell: (estimates: readonly ToldEstimate[]) => void,
    /** Whether the scheduler is in the middle of something: starting a task comes before telling others of it. */
    private readonly isBusy: () => boolean,
  ) {}

  get accuracy(): EstimateAccuracy | undefined {
    const summary = this.calibration.summary();
    if (!summary) return undefined;
    const rows = [...this.classes].flatMap(([name, { calibration, upperScale }]) => {
      const own = calibration.summary();
      return own ? [[name, { pairs: own.pairs, boundShare: own.boundShare, factor: upperScale.factor }] as const] : [];
    });
    return { ...summary, classes: Object.fromEntries(rows) };
  }

  /** The queue has changed: tell soon. */
  changed(): void {
    this.plan(SOON_MS);
  }

  /** A task left the queue: what it was told first is compared with what came; one that was withdrawn says nothing. */
  left(task: string, started: boolean): void {
    const told = this.firstTold.get(task);
    this.firstTold.delete(task);
    this.lastTold.delete(task);
    if (!told || !started) return;
    const actualSeconds = (Date.now() - told.atMs) / 1000;
    const own = this.of(told.taskClass);
    for (const calibration of [this.calibration, own.calibration]) calibration.record({ ...told, actualSeconds });
    own.lowerScale.record(told.unscaledLowerSeconds, actualSeconds);
    own.upperScale.record(told.unscaledUpperSeconds, actualSeconds);
  }

  stop(): void {
    this.ended = true;
    clearTimeout(this.timer);
  }

  private plan(inMs: number): void {
    const nowMs = performance.now();
    const dueMs = Math.max(nowMs + inMs, this.restsUntilMs);
    if (this.ended || this.passing || this.schedule.waiting.size === 0 || dueMs >= this.timerDueMs) return;
    clearTimeout(this.timer);
    this.timerDueMs = dueMs;
    this.timer = setTimeout(() => this.begin(), dueMs - nowMs);
  }

  private begin(): void {
    this.timerDueMs = Number.POSITIVE_INFINITY;
    this.passing = true;
    this.beganMs = performance.now();
    const pass = new EstimatePass(this.schedule, { nowMs: Date.now(), random: Math.random });
    this.goOn(pass);
  }

  private goOn(pass: EstimatePass, patience = MAX_PATIENCE): void {
    if (this.ended) return;
    if (this.isBusy() && patience > 0) {
      setTimeout(() => this.goOn(pass, patience - 1), 1);
      return;
    }
    if (!runSlice(pass, () => performance.now(), SLICE_MS)) {
      setImmediate(() => this.goOn(pass));
      return;
    }
    this.tellFrom(pass, 0);
  }

  private tellFrom(pass: EstimatePass, from: number): void {
    if (this.ended) return;
    const estimates = pass.estimates();
    const until = from + PORTION;
    const news = estimates.slice(from, until).flatMap((estimate) => this.newsIn(estimate, pass.nowMs) ?? []);
    if (news.length > 0) this.tell(news);
    if (until < estimates.length) {
      setImmediate(() => this.tellFrom(pass, until));
      return;
    }
    this.passing = false;
    const nowMs = performance.now();
    this.restsUntilMs = nowMs + Math.max(REST_MS, REST_SHARE * (nowMs - this.beganMs));
    this.plan(QUEUE_LIMITS.estimateIntervalSeconds * 1000);
  }

  /** A task may have started while the pass was under way; and not every pass changes its estimate. */
  private newsIn(estimate: Estimate, atMs: number): ToldEstimate | undefined {
    const { task, estimateSeconds, lowerSeconds, upperSeconds, position, rough } = estimate;
    const waiting = this.schedule.waiting.get(task);
    if (!waiting || estimateSeconds === undefined) return undefined;
    const taskClass = className(waiting.taskClass, this.schedule.levels);
    const { lowerScale, upperScale } = this.of(taskClass);
    const told: ToldEstimate = { task, estimateSeconds: tenths(estimateSeconds), position };
    if (lowerSeconds !== undefined) told.lowerSeconds = tenths(lowerScale.apply(estimateSeconds, lowerSeconds));
    if (upperSeconds !== undefined) told.upperSeconds = tenths(upperScale.apply(estimateSeconds, upperSeconds));
    if (rough) told.rough = true;
    if (!this.firstTold.has(task) && !rough && lowerSeconds !== undefined && upperSeconds !== undefined) {
      this.firstTold.set(task, {
        ...{ atMs, taskClass, estimateSeconds, upperSeconds: upperScale.apply(estimateSeconds, upperSeconds) },
        ...{ unscaledLowerSeconds: lowerSeconds, unscaledUpperSeconds: upperSeconds },
      });
    }
    const last = this.lastTold.get(task);
    if (last?.estimateSeconds === told.estimateSeconds && last.position === position && last.rough === told.rough) {
      return undefined;
    }
    this.lastTold.set(task, told);
    return told;
  }

  private of(taskClass: string): Accuracy {
    const known = this.classes.get(taskClass);
    if (known) return known;
    const accuracy = {
      calibration: new Calibration(REMEMBERED_PAIRS),
      lowerScale: new BoundScale(LOWER_SHARE),
      upperScale: new BoundScale(UPPER_SHARE),
    };
    this.classes.set(taskClass, accuracy);
    return accuracy;
  }
}
