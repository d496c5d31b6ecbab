import { isFailure } from '@/core/admin/endedTask';
import type { Bucket } from '@/core/admin/series';

/** What the charts draw: seconds since 1970, then one row of values for each line. Gaps are null. */

/** A bucket, or a moment of which nothing is known. */
type Moment = Bucket | { readonly atMs: number; readonly isGap: true };

type ChartData = [xs: number[], ...rows: (number | null)[][]];

export interface ChartLines {
  readonly names: readonly string[];
  readonly data: ChartData;
}

const MAX_LINES = 6;
/** The line of all classes together. */
export const ALL = 'all';

/** In order, with a moment of nothing wherever a bucket is missing: while the scheduler was away nothing was counted. */
export function withGaps(buckets: readonly Bucket[], widthSeconds: number): Moment[] {
  return buckets.flatMap((bucket, i) => {
    const next = buckets[i + 1];
    const dueAtMs = bucket.atMs + widthSeconds * 1000;
    // A bucket that closes late is not missing.
    const isMissing = next !== undefined && next.atMs >= dueAtMs + (widthSeconds * 1000) / 2;
    return isMissing ? [bucket, { atMs: dueAtMs, isGap: true as const }] : [bucket];
  });
}

export function throughput(moments: readonly Moment[], widthSeconds: number): ChartLines {
  const perMinute = (count: number) => Math.round(((count * 60) / widthSeconds) * 10) / 10;
  return {
    names: ['done', 'failed'],
    data: [xs(moments), row(moments, ({ done }) => perMinute(done)), row(moments, ({ failed }) => perMinute(failed))],
  };
}

export function occupancy(moments: readonly Moment[]): ChartLines {
  const names = ['waiting', 'busy', 'backends'] as const;
  return { names, data: [xs(moments), ...names.map((name) => row(moments, (bucket) => bucket[name]))] };
}

/** The median of each class, and the 95 % of all. */
export function byClass(moments: readonly Moment[], which: 'wait' | 'run'): ChartLines {
  const names = [...new Set(known(moments).flatMap((bucket) => Object.keys(bucket[which])))]
    .filter((name) => name !== ALL)
    .sort();
  const rows = names.map((name) => row(moments, (bucket) => bucket[which][name]?.p50 ?? null));
  return {
    names: [...names.slice(0, MAX_LINES), ALL],
    data: [xs(moments), ...rows.slice(0, MAX_LINES), row(moments, (bucket) => bucket[which].all?.p95 ?? null)],
  };
}

export function failures(moments: readonly Moment[]): ChartLines {
  const counts = new Map<string, number>();
  for (const bucket of known(moments))
    for (const [name, count] of Object.entries(bucket.outcomes))
      if (isFailure(name)) counts.set(name, (counts.get(name) ?? 0) + count);
  const names = [...counts]
    .sort(([, a], [, b]) => b - a)
    .map(([name]) => name)
    .slice(0, MAX_LINES);
  return { names, data: [xs(moments), ...names.map((name) => row(moments, (bucket) => bucket.outcomes[name] ?? 0))] };
}

/** Where each line stands now. */
export function lastValues({ names, data }: ChartLines): [name: string, value: number | undefined][] {
  const [, ...rows] = data;
  return names.map((name, i) => [name, rows[i]?.findLast((value) => value !== null) ?? undefined]);
}

/** Values with nothing on either side: no line leads to them, so they are drawn as points. */
export function loneIndices(row: readonly (number | null | undefined)[]): number[] {
  const isThere = (i: number) => row[i] !== null && row[i] !== undefined;
  return [...row.keys()].filter((i) => isThere(i) && !isThere(i - 1) && !isThere(i + 1));
}

function known(moments: readonly Moment[]): Bucket[] {
  return moments.flatMap((moment) => ('isGap' in moment ? [] : [moment]));
}

function row(moments: readonly Moment[], of: (bucket: Bucket) => number | null): (number | null)[] {
  return moments.map((moment) => ('isGap' in moment ? null : of(moment)));
}

function xs(moments: readonly Moment[]): number[] {
  return moments.map(({ atMs }) => atMs / 1000);
}
