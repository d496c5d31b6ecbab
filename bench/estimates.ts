/**
 * How good the estimates of the wait are (docs/queue.md, 13 to 15): days in virtual time, at several loads, with run times
 * that were measured just before with real renders on busy backends, and beside them with made-up ones.
 */
import { createRandom } from '@/core/schedule/random';
import { replay, type ReplayReport } from '@/core/schedule/testing/replay';
import { measuredWorkload, WORKLOADS, type Workload } from '@/core/schedule/testing/workload';
import { startProduct, WITHOUT_CACHE } from '@/test/product';
import { allFigures, MEDIUM, REFERENCE, SLOW, type Figure } from './figures';
import type { Section } from './report';

const USUAL_LOAD = 0.95;
/** At the lowest most waits are the rest of one running task, which nobody can know: there the error is largest. */
const LOADS = [0.8, 0.85, USUAL_LOAD, 1.1];
const BACKENDS = 4;
const SEED = 3;
/** Tasks of one day share their luck; ten days share it less. */
const DAYS = 10;
/** More clients than backends: run times are those of a busy server. */
const CLIENTS = 3;
/** Stages in which a task does not hold its backend. */
const OUTSIDE: ReadonlySet<string> = new Set(['queue', 'transfer']);

export async function measureEstimates(waitingTasks: number, runsOfEach: number): Promise<Section> {
  const times = await runTimes(runsOfEach);
  const of = (figures: readonly Figure[]) => figures.flatMap(({ name }) => times.get(name) ?? []);
  const quick = Object.values(REFERENCE);
  const real = measuredWorkload([
    { taskClass: 'default', share: 0.6, seconds: of(allFigures()) },
    { taskClass: 0, share: 0.25, seconds: of(quick) },
    { taskClass: 1, share: 0.11, seconds: of(MEDIUM) },
    { taskClass: 2, share: 0.04, seconds: of(SLOW) },
  ]);
  const seconds = [...times.values()].flat();
  const range = `${Math.min(...seconds).toFixed(2)} to ${Math.max(...seconds).toFixed(1)} s`;
  return {
    title: 'Estimates of the wait',
    rows: [
      [`${seconds.length} real renders of ${times.size} figures`, range, ''],
      ...LOADS.flatMap((load) => rowsOf(`load ${load}`, report(real, load, waitingTasks))),
      exactRow(real, waitingTasks),
      ...Object.entries(WORKLOADS).map(([name, workload]) =>
        summaryOf(`made up, ${name}, load ${USUAL_LOAD}`, report(workload, USUAL_LOAD, waitingTasks)),
      ),
    ],
  };
}

function report(workload: Workload, load: number, waitingTasks: number, omniscient = false): ReplayReport {
  const random = createRandom(SEED);
  return replay({ random, backends: BACKENDS, load, waitingTasks, days: DAYS, workload, omniscient });
}

function exactRow(workload: Workload, waitingTasks: number): Section['rows'][number] {
  const worst = LOADS.map((load) => report(workload, load, waitingTasks, true).largestErrorSeconds);
  return ['given the true run times, largest error at any load', `${Math.max(...worst)} s`, 'none'];
}

function rowsOf(what: string, { estimates, simpleGuess }: ReplayReport): Section['rows'][number][] {
  const better = 1 - estimates.relativeError / simpleGuess.relativeError;
  return [
    [`${what}: mean error of ${estimates.pairs}`, `${estimates.relativeError.toFixed(2)} of the wait`, 'at most 0.30'],
    [`${what}: within 2 s or 25 %`, percent(estimates.goodShare), 'at least 80 %'],
    [`${what}: below the 90 % bound`, percent(estimates.boundShare), '87 to 94 %'],
    [`${what}: better than rank x mean / backends by`, percent(better), 'at least 15 %'],
  ];
}

function summaryOf(what: string, { estimates, simpleGuess }: ReplayReport): Section['rows'][number] {
  const { relativeError, goodShare, boundShare } = estimates;
  const simple = `simple guess ${simpleGuess.relativeError.toFixed(2)}`;
  return [what, `${relativeError.toFixed(2)} (${simple}), ${percent(goodShare)}, bound ${percent(boundShare)}`, ''];
}

/** Seconds that a backend was held, by figure. */
async function runTimes(runsOfEach: number): Promise<Map<string, number[]>> {
  const product = await startProduct(['--backends', '2', '--log-level', 'warn', ...WITHOUT_CACHE]);
  const times = new Map<string, number[]>();
  const work = Array.from({ length: runsOfEach }, () => [...allFigures(), ...MEDIUM, ...SLOW]).flat();
  const lane = async () => {
    const client = product.client();
    for (let figure = work.pop(); figure !== undefined; figure = work.pop()) {
      const files = { 'main.asy': `${figure.code}\n// ${work.length}\n` };
      const { stages } = await client.render({ files, main: 'main.asy', options: { durationSeconds: 30 } }).finished;
      if (stages === undefined) throw new Error(`${figure.name} was not drawn`);
      const held = Object.entries(stages).reduce((sum, [stage, ms]) => sum + (OUTSIDE.has(stage) ? 0 : ms), 0);
      times.set(figure.name, [...(times.get(figure.name) ?? []), held / 1000]);
    }
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, lane));
  } finally {
    await product.stop();
  }
  return times;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
