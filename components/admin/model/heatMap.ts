import type { Bucket } from '@/core/admin/series';
import { ALL } from './chartData';

/** Waits over the day: a row for each class, a cell for each ten minutes. */

export interface HeatCell {
  readonly atMs: number;
  /** At the 95th percentile; undefined: nobody of the class waited then. */
  readonly waitSeconds: number | undefined;
  /** From 0, no wait worth the name, to 4. */
  readonly heat: 0 | 1 | 2 | 3 | 4;
}

export interface HeatRow {
  readonly taskClass: string;
  readonly cells: readonly HeatCell[];
}

/** From where on it is warmer: a wait that nobody notices, one that is noticed, one that hurts, one that drives away. */
const WARMER_SECONDS = [0.5, 2, 10, 30] as const;

export function heatOf(waitSeconds: number | undefined): HeatCell['heat'] {
  if (waitSeconds === undefined) return 0;
  return WARMER_SECONDS.filter((from) => waitSeconds >= from).length as HeatCell['heat'];
}

export function heatRows(buckets: readonly Bucket[]): HeatRow[] {
  const names = new Set(buckets.flatMap(({ wait }) => Object.keys(wait)).filter((name) => name !== ALL));
  return [...names].sort().map((taskClass) => ({
    taskClass,
    cells: buckets.map(({ atMs, wait }) => {
      const waitSeconds = wait[taskClass]?.p95;
      return { atMs, waitSeconds, heat: heatOf(waitSeconds) };
    }),
  }));
}
