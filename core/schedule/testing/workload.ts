/**
 * What arrives in a replay: kinds of tasks, how often each comes, and how long its runs take. Everything follows from
 * the handed-in random numbers.
 */
import type { TaskClass } from '../taskClass';

export interface Kind {
  readonly taskClass: TaskClass;
  /** Share of all arrivals. */
  readonly share: number;
  readonly meanSeconds: number;
  readonly drawSeconds: (random: () => number) => number;
}

export type Workload = readonly Kind[];

/**
 * Made up: run lengths are log-normal, as renders are, most short and a few very long. How widely they differ decides
 * how well a wait can be foretold at all. So there are two: `uneven`, and `even`, in which the classes are kept more
 * strictly.
 */
export const WORKLOADS = {
  uneven: logNormal({ default: 0.8, fast: 0.7, medium: 0.8, slow: 0.8 }),
  even: logNormal({ default: 0.6, fast: 0.6, medium: 0.6, slow: 0.6 }),
} as const satisfies Record<string, Workload>;

/** Standard deviations of the logarithm. That the longest runs are cut off is neglected in the mean. */
function logNormal(spread: { default: number; fast: number; medium: number; slow: number }): Workload {
  const kind = (taskClass: TaskClass, share: number, medianSeconds: number, sigma: number): Kind => ({
    taskClass,
    share,
    meanSeconds: medianSeconds * Math.exp(sigma ** 2 / 2),
    drawSeconds: (random) => medianSeconds * Math.exp(sigma * normal(random)),
  });
  return [
    kind('default', 0.55, 0.9, spread.default),
    kind(0, 0.2, 0.8, spread.fast),
    kind(1, 0.15, 2.5, spread.medium),
    kind(2, 0.1, 7, spread.slow),
  ];
}

/** Real run times: each run takes as long as one of those measured, whichever chance picks. */
export function measuredWorkload(
  kinds: readonly { readonly taskClass: TaskClass; readonly share: number; readonly seconds: readonly number[] }[],
): Workload {
  return kinds.map(({ taskClass, share, seconds }) => ({
    taskClass,
    share,
    meanSeconds: seconds.reduce((sum, one) => sum + one, 0) / seconds.length,
    drawSeconds: (random) => seconds[Math.floor(random() * seconds.length)] ?? 0,
  }));
}

/** Seconds of work that a task brings on average. */
export function meanWorkSeconds(workload: Workload): number {
  return workload.reduce((sum, kind) => sum + kind.share * kind.meanSeconds, 0);
}

export function pickKind(workload: Workload, at: number): Kind {
  let left = at;
  let picked: Kind | undefined;
  for (const kind of workload) {
    if (left >= 0) picked = kind;
    left -= kind.share;
  }
  if (picked === undefined) throw new Error('a workload needs a kind of task');
  return picked;
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}
