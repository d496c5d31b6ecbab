/**
 * How long each waiting task will still wait (docs/queue.md, 13 and 14).
 *
 * The scheduling code itself runs forward on a copy of the schedule, in virtual time, with imagined run lengths, until
 * every person's task has started; that is one draw. Over all draws the median start of a task is its estimate, and
 * the 90 % quantile its upper bound. Nobody who arrives later matters: an estimate depends only on those ahead. Only a
 * task in a lane may be overtaken by newcomers, so its estimate is rough.
 *
 * Batch work waits for the absence of people, which nobody can foretell; it gets a rough estimate from its position.
 *
 * A pass is cut into steps, so that the caller can give it a few milliseconds at a time: `runSlice`. It holds on to
 * the moment of its making: what happens meanwhile is for the next pass.
 */
import { type Effect } from './events';
import { imagineLengths, viewHistory, type HistoryView } from './runLengths';
import { copySchedule, lineOf, type Schedule } from './schedule';
import type { Task } from './task';
import { Timeline, type RunLength } from './timeline';

export interface Estimate {
  readonly kind: 'estimate';
  readonly task: string;
  /** From the moment of the pass. Undefined: it will not start as things are (a paused class, no backend). */
  readonly estimateSeconds: number | undefined;
  /** Undefined also for batch work. */
  readonly upperSeconds: number | undefined;
  /** From 1: among all people in the line; in a lane or the batch line, in that. */
  readonly position: number;
  readonly rough: boolean;
}

export interface EstimateOptions {
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
/** What beginning a draw costs, in ended runs, to keep steps of even length. */
const DRAW_COST = 24;
const UPPER_SHARE = 0.9;

interface Row {
  readonly task: Task;
  readonly position: number;
  readonly rough: boolean;
}

export class EstimatePass {
  readonly nowMs: number;
  private readonly origin: Schedule;
  private readonly view: HistoryView;
  private readonly meanBatchSeconds: number;
  private readonly rows: readonly Row[];
  private readonly rowOf: ReadonlyMap<string, number>;
  private readonly draws: number;
  /** Seconds until the start, for each row and draw; Infinity where it never started. */
  private readonly waits: Float64Array;
  private draw = 0;
  private timeline: Timeline | undefined;
  private unstarted = 0;

  constructor(
    schedule: Schedule,
    private readonly options: EstimateOptions,
  ) {
    const { history } = schedule;
    if (history === undefined) throw new Error('a copy has no history to estimate from');
    this.nowMs = options.nowMs;
    this.origin = copySchedule(schedule);
    this.view = viewHistory(schedule, history);
    this.meanBatchSeconds = history.busyMeanSeconds('batch');
    const people = rowsOf(schedule);
    this.rows = options.only === undefined ? people : people.filter(({ task }) => task.id === options.only);
    this.rowOf = new Map(this.rows.map(({ task }, row) => [task.id, row]));
    this.draws = this.rows.length === 0 ? 0 : (options.draws ?? drawsFor(people.length));
    this.waits = new Float64Array(this.rows.length * this.draws).fill(Infinity);
  }

  get done(): boolean {
    return this.draw >= this.draws;
  }

  /** Works for about so many ended runs (a few microseconds each). Returns whether the pass is done. */
  step(endedRuns: number): boolean {
    let left = endedRuns;
    while (left > 0 && !this.done) {
      if (this.timeline === undefined) {
        this.begin();
        left -= DRAW_COST;
      } else if (this.unstarted === 0 || this.timeline.nextEndMs() === undefined) {
        this.timeline = undefined;
        this.draw += 1;
      } else {
        const endMs = this.timeline.nextEndMs() ?? this.nowMs;
        this.note(this.timeline.endNext(), endMs);
        left -= 1;
      }
    }
    return this.done;
  }

  /** Call when done. People first, in the order of the line, then batch work. */
  estimates(): Estimate[] {
    const people = this.rows.map(({ task, position, rough }, row): Estimate => {
      const sorted = this.waits.subarray(row * this.draws, (row + 1) * this.draws).sort();
      return {
        kind: 'estimate',
        task: task.id,
        estimateSeconds: quantile(sorted, 0.5),
        upperSeconds: quantile(sorted, UPPER_SHARE),
        position,
        rough,
      };
    });
    return this.options.only === undefined ? [...people, ...this.batchEstimates(people)] : people;
  }

  private begin(): void {
    const lengths = this.options.lengthSecondsOf ?? imagineLengths(this.view, this.options.random);
    this.timeline = new Timeline(copySchedule(this.origin), lengths, this.nowMs);
    this.unstarted = this.rows.length;
  }

  private note(effects: readonly Effect[], nowMs: number): void {
    for (const effect of effects) {
      if (effect.kind !== 'permit') continue;
      const row = this.rowOf.get(effect.task);
      if (row === undefined) continue;
      this.waits[row * this.draws + this.draw] = (nowMs - this.nowMs) / 1000;
      this.unstarted -= 1;
    }
  }

  private batchEstimates(people: readonly Estimate[]): Estimate[] {
    const { liveBackends, paused } = this.origin;
    const clearSeconds = people.reduce((most, { estimateSeconds }) => Math.max(most, estimateSeconds ?? 0), 0);
    const tasks: Task[] = [...lineOf(this.origin, 'batch')];
    for (const lane of this.origin.batch.lanes()) tasks.push(...lane);
    return tasks.map((task, i) => ({
      kind: 'estimate',
      task: task.id,
      estimateSeconds:
        paused.has('batch') || liveBackends === 0
          ? undefined
          : clearSeconds + ((i + 1) * this.meanBatchSeconds) / liveBackends,
      upperSeconds: undefined,
      position: i + 1,
      rough: true,
    }));
  }
}

/** Goes on with a pass for about `budgetMs` of the handed-in clock. Returns whether it is done. */
export function runSlice(pass: EstimatePass, clockMs: () => number, budgetMs: number): boolean {
  const untilMs = clockMs() + budgetMs;
  while (!pass.done && clockMs() < untilMs) pass.step(DRAW_COST);
  return pass.done;
}

function drawsFor(waiting: number): number {
  return Math.min(MOST_DRAWS, Math.max(FEWEST_DRAWS, Math.floor(STARTS_PER_PASS / waiting)));
}

/** Everybody in the shared line in its order, then the lanes. */
function rowsOf(schedule: Schedule): Row[] {
  const batchLine = lineOf(schedule, 'batch');
  const inLine = schedule.lines.flatMap((line) => (line === batchLine ? [] : [...line]));
  inLine.sort((one, other) => one.number - other.number);
  const rows: Row[] = inLine.map((task, i) => ({ task, position: i + 1, rough: false }));
  for (const lane of schedule.people.lanes()) {
    let position = 0;
    for (const task of lane) rows.push({ task, position: (position += 1), rough: true });
  }
  return rows;
}

/** The value that the next draw would stay below with this probability. */
function quantile(sorted: Float64Array, share: number): number | undefined {
  const place = Math.min(Math.max(share * (sorted.length + 1) - 1, 0), sorted.length - 1);
  const low = sorted[Math.floor(place)];
  const high = sorted[Math.ceil(place)];
  if (low === undefined || high === undefined || high === Infinity) return undefined;
  return low + (high - low) * (place - Math.floor(place));
}
