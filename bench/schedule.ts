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
import { createSchedule, type Schedule } from '@/core/schedule/schedule';
import type { TaskClass } from '@/core/schedule/taskClass';
import type { Section } from './report';

interface EstimateMeasures {
  readonly waiting: number;
  /** The slices together, from the start of the pass to the estimates of all. */
  readonly refreshMs: number;
  readonly slices: number;
  readonly longestSliceMs: number;
  /** Slices over 5 ms. */
  readonly longSlices: number;
  /** The same of a loop that does nothing, sliced likewise in between: the share of the machine's neighbours. */
  readonly idleLongSlices: number;
}

const BACKENDS = 8;
/** Of the event loop, in one go. At most 5 ms are allowed; what is left is for a collection of garbage. */
const SLICE_MS = 1;
const MAX_SLICE_MS = 5;
const ROUNDS = 9;
const DECISIONS_PER_ROUND = 5000;
const CLASSES: readonly TaskClass[] = ['default', 'default', 0, 1, 2];

const LINES = [100, 1000, 10_000, 100_000];
const ESTIMATED = 1000;

export function measureSchedule(): Section {
  // Each first round warms the compiler up and is not kept. What the decisions leave behind, lines of 100,000, would be
  // collected during the estimates: these come first.
  measureEstimates(ESTIMATED);
  const passes = Array.from({ length: ROUNDS }, () => measureEstimates(ESTIMATED));
  measureDecisions(1000);
  const rates = LINES.map((waiting) => ({ waiting, rate: measureDecisions(waiting) }));
  const [fewest, most] = [rates[0]?.rate ?? NaN, rates.at(-1)?.rate ?? NaN];
  const sum = (of: (pass: EstimateMeasures) => number) => passes.reduce((total, pass) => total + of(pass), 0);
  const longest = passes.map(({ longestSliceMs }) => longestSliceMs);
  const refreshMs = median(passes.map((pass) => pass.refreshMs));
  const long = `${sum((pass) => pass.longSlices)} of ${sum((pass) => pass.slices)}`;
  const neighbours = `${sum((pass) => pass.idleLongSlices)} of as many of an idle loop`;
  return {
    title: 'The pure cycle',
    rows: [
      ...rates.map(({ waiting, rate }): Section['rows'][number] => [
        `decisions a second with ${waiting} waiting`,
        rate.toFixed(0),
        waiting === 10_000 ? 'at least 100,000' : '',
      ]),
      ['cost of a decision, 100,000 waiting over 100', `${(fewest / most).toFixed(2)} x`, 'at most log n: 2.5 x'],
      [`estimates of ${ESTIMATED} waiting, all anew, p50`, `${refreshMs.toFixed(0)} ms`, 'at most 1,000 ms'],
      ['longest slice of such a pass, p50', `${median(longest).toFixed(1)} ms`, 'at most 5 ms'],
      [`slices over 5 ms in ${ROUNDS} passes`, `${long}, ${neighbours}`, ''],
    ],
  };
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
  return median(rates);
}

/** The machine is shared, and a mean would measure its neighbours. */
function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN;
}

function measureEstimates(waiting: number): EstimateMeasures {
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
