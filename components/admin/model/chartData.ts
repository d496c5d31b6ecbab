import { isFailure } from '@/core/admin/endedTask';
import type { Bucket } from '@/core/admin/series';

/** What the charts draw: seconds since 1970, then one row of values for each line. Gaps are null. */

type ChartData = [xs: number[], ...rows: (number | null)[][]];

export interface ChartLines {
  readonly names: readonly string[];
  readonly data: ChartData;
}

const MAX_LINES = 6;
/** The line of all classes together. */
export const ALL = 'all';

export function throughput(buckets: readonly Bucket[], widthSeconds: number): ChartLines {
  const perMinute = (count: number) => Math.round(((count * 60) / widthSeconds) * 10) / 10;
  return {
    names: ['done', 'failed'],
    data: [xs(buckets), buckets.map(({ done }) => perMinute(done)), buckets.map(({ failed }) => perMinute(failed))],
  };
}

export function occupancy(buckets: readonly Bucket[]): ChartLines {
  const row = (of: (bucket: Bucket) => number) => buckets.map(of);
  return {
    names: ['waiting', 'busy', 'backends'],
    data: [xs(buckets), row((b) => b.waiting), row((b) => b.busy), row((b) => b.backends)],
  };
}

/** The median of each class, and the 95 % of all. */
export function byClass(buckets: readonly Bucket[], which: 'wait' | 'run'): ChartLines {
  const names = [...new Set(buckets.flatMap((bucket) => Object.keys(bucket[which])))]
    .filter((name) => name !== ALL)
    .sort();
  const rows = names.map((name) => buckets.map((bucket) => bucket[which][name]?.p50 ?? null));
  return {
    names: [...names.slice(0, MAX_LINES), ALL],
    data: [xs(buckets), ...rows.slice(0, MAX_LINES), buckets.map((bucket) => bucket[which].all?.p95 ?? null)],
  };
}

export function failures(buckets: readonly Bucket[]): ChartLines {
  const counts = new Map<string, number>();
  for (const bucket of buckets)
    for (const [name, count] of Object.entries(bucket.outcomes))
      if (isFailure(name)) counts.set(name, (counts.get(name) ?? 0) + count);
  const names = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
    .slice(0, MAX_LINES);
  return { names, data: [xs(buckets), ...names.map((name) => buckets.map((bucket) => bucket.outcomes[name] ?? 0))] };
}

/** Where each line stands now. */
export function lastValues({ names, data }: ChartLines): [name: string, value: number | undefined][] {
  const [, ...rows] = data;
  return names.map((name, i) => [name, rows[i]?.findLast((value) => value !== null) ?? undefined]);
}

function xs(buckets: readonly Bucket[]): number[] {
  return buckets.map(({ atMs }) => atMs / 1000);
}
