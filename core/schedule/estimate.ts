/**
 * How long each waiting task will still wait (docs/queue.md, 13 and 14).
 *
 * The scheduling code itself runs forward on a copy of the schedule, in virtual time, with imagined run lengths, until
 * every person's task has started; that is one draw. Over all draws the median start of a task is its estimate, the 90 %
 * quantile its upper bound, and the 5 % quantile its lower one. Nobody who arrives later matters: an estimate depends only on those ahead. Only a
 * task in a lane may be overtaken by newcomers, so its estimate is rough.
 *
 * Batch work waits for the absence of people, which nobody can foretell; it gets a rough estimate from its position.
 *
 * A pass is cut into steps of a few microseconds, so that the caller can give it a millisecond at a time: `runSlice`. It
 * holds on to the moment of its making: what happens meanwhile is for the next pass.
 */
import { LOWER_SHARE, UPPER_SHARE } from './calibration';
import { imagineLengths, viewHistory, type HistoryView } from './runLengths';
import { copySchedule, queueOf, lookAhead, type Schedule } from './schedule';
import type { NumberedTask, Task } from './task';
import { Timeline, type RunLength } from './timeline';
import { Waits } from './waits';

export interface Estimate {
  readonly kind: 'estimate';
  readonly task: string;
  /** From the moment of the pass. Undefined: it will not start as things are (a paused class, no backend). */
  readonly estimateSeconds: number | undefined;
  /** Both undefined also for batch work. */
  readonly lowerSeconds: number | undefined;
  readonly upperSeconds: number | undefined;
  /** From 1: among all people in the queue; in a lane or the batch queue, in that. */
  readonly position: number;
  readonly rough: boolean;
}

interface EstimateOptions {
  readonly nowMs: number;
  readonly random: () => number;
  /** Default: 60, fewer when many wait. */
  readonly draws?: number;
  /** Known run lengths instead of imagined ones. */
  readonly lengthSecondsOf?: RunLength;
  /** Estimate this task alone: each draw ends when it has started. */
  readonly only?: string;
}

const MOST_DRAWS = 60;
const FEWEST_DRAWS = 12;
/** Starts imagined in one pass, about: what 1,000 waiting tasks cost with all draws. */
const STARTS_PER_PASS = 60_000;
/** What beginning a draw costs, in steps. */
const DRAW_STEPS = 24;
/** What little there is to do for each row, in steps. */
const ROW_STEPS = 0.2;
const SHARES = [LOWER_SHARE, 0.5, UPPER_SHARE];

/** The clock is looked at so often. */
const STEPS_PER_LOOK = 8;

interface Row {
  readonly task: Task;
  readonly position: number;
  readonly rough: boolean;
}

/** A computation that can be left and taken up again: yields the steps it took. */
type Sliced<T> = Generator<number, T>;

export class EstimatePass {
  readonly nowMs: number;
  private readonly origin: Schedule;
  /** Nobody tells these how long they will wait before they are back. */
  private readonly adrift: ReadonlySet<string>;
  private readonly view: HistoryView;
  private readonly meanBatchSeconds: number;
  private readonly work: Sliced<Estimate[]>;
  private found: Estimate[] | undefined;

  constructor(
    schedule: Schedule,
    private readonly options: EstimateOptions,
  ) {
    const { history } = schedule;
    if (history === undefined) throw new Error('a copy has no history to estimate from');
    this.nowMs = options.nowMs;
    this.origin = copySchedule(schedule);
    this.adrift = new Set(schedule.adrift.keys());
    this.view = viewHistory(schedule, history);
    this.meanBatchSeconds = history.busyMeanSeconds('batch');
    this.work = this.estimateAll();
  }

  get done(): boolean {
    return this.found !== undefined;
  }

  /** Goes on for about so many steps, each an ended run in a draw. Returns whether the pass is done. */
  step(steps: number): boolean {
    for (let left = steps; left > 0 && !this.done;) {
      const next = this.work.next();
      if (next.done === true) this.found = next.value;
      else left -= next.value;
    }
    return this.done;
  }

  /** People first, in the order of the queue, then batch work. */
  estimates(): readonly Estimate[] {
    if (this.found === undefined) throw new Error('the pass is not done');
    return this.found;
  }

  private *estimateAll(): Sliced<Estimate[]> {
    const { only } = this.options;
    const people = yield* this.findRows();
    const rows = only === undefined ? people : people.filter(({ task }) => task.id === only);
    const draws = this.options.draws ?? drawsFor(people.length);
    const waits = new Waits(rows.length, draws);
    if (rows.length > 0) {
      const rowOf = new Map<string, number>();
      for (const [row, { task }] of rows.entries()) {
        rowOf.set(task.id, row);
        yield ROW_STEPS;
      }
      for (let draw = 0; draw < draws; draw += 1) yield* this.imagine(draw, rowOf, waits);
    }
    const found: Estimate[] = [];
    for (const [row, { task, position, rough }] of rows.entries()) {
      const [lowerSeconds, estimateSeconds, upperSeconds] = waits.quantiles(row, SHARES);
      found.push({ kind: 'estimate', task: task.id, estimateSeconds, lowerSeconds, upperSeconds, position, rough });
      yield ROW_STEPS;
    }
    if (only === undefined) yield* this.addBatch(found);
    return found;
  }

  /** Everybody in the shared queue in its order, then the lanes. */
  private *findRows(): Sliced<Row[]> {
    const batchQueue = queueOf(this.origin, 'batch');
    const rows: Row[] = [];
    for (const task of inOrder(this.origin.queues.filter((queue) => queue !== batchQueue))) {
      if (!this.adrift.has(task.id)) rows.push({ task, position: rows.length + 1, rough: false });
      yield ROW_STEPS;
    }
    for (const lane of this.origin.people.lanes()) {
      let position = 0;
      for (const task of lane) {
        rows.push({ task, position: (position += 1), rough: true });
        yield ROW_STEPS;
      }
    }
    return rows;
  }

  /** One draw: notes when each row starts in it. */
  private *imagine(draw: number, rowOf: ReadonlyMap<string, number>, waits: Waits): Sliced<void> {
    const lengths = this.options.lengthSecondsOf ?? imagineLengths(this.view, this.options.random);
    const timeline = new Timeline(lookAhead(this.origin), lengths, this.nowMs);
    let unstarted = rowOf.size;
    yield DRAW_STEPS;
    while (unstarted > 0) {
      const endMs = timeline.nextEndMs();
      if (endMs === undefined) return;
      for (const effect of timeline.endNext()) {
        const row = effect.kind === 'permit' ? rowOf.get(effect.task) : undefined;
        if (row === undefined) continue;
        waits.set(row, draw, (endMs - this.nowMs) / 1000);
        unstarted -= 1;
      }
      yield 1;
    }
  }

  private *addBatch(found: Estimate[]): Sliced<void> {
    const { liveBackends, paused, batch } = this.origin;
    const clearSeconds = found.reduce((most, { estimateSeconds }) => Math.max(most, estimateSeconds ?? 0), 0);
    const isHeld = paused.has('batch') || liveBackends === 0;
    let position = 0;
    for (const tasks of [queueOf(this.origin, 'batch'), ...batch.lanes()]) {
      for (const task of tasks) {
        if (this.adrift.has(task.id)) continue;
        position += 1;
        const estimateSeconds = isHeld ? undefined : clearSeconds + (position * this.meanBatchSeconds) / liveBackends;
        found.push({
          kind: 'estimate',
          task: task.id,
          estimateSeconds,
          lowerSeconds: undefined,
          upperSeconds: undefined,
          position,
          rough: true,
        });
        yield ROW_STEPS;
      }
    }
  }
}

/** Goes on with a pass for about `budgetMs` of the handed-in clock. Returns whether it is done. */
export function runSlice(pass: EstimatePass, clockMs: () => number, budgetMs: number): boolean {
  const untilMs = clockMs() + budgetMs;
  while (!pass.done && clockMs() < untilMs) pass.step(STEPS_PER_LOOK);
  return pass.done;
}

function drawsFor(waiting: number): number {
  return Math.min(MOST_DRAWS, Math.max(FEWEST_DRAWS, Math.floor(STARTS_PER_PASS / Math.max(1, waiting))));
}

/** Several queues, each in the order of its numbers, read as one. */
function* inOrder(queues: readonly Iterable<NumberedTask>[]): Iterable<NumberedTask> {
  const heads = queues.map((queue) => {
    const rest = queue[Symbol.iterator]();
    return { rest, next: rest.next() };
  });
  for (;;) {
    let first: (typeof heads)[number] | undefined;
    let task: NumberedTask | undefined;
    for (const head of heads) {
      if (head.next.done === true || (task !== undefined && head.next.value.number > task.number)) continue;
      first = head;
      task = head.next.value;
    }
    if (first === undefined || task === undefined) return;
    first.next = first.rest.next();
    yield task;
  }
}
