import type { Bucket } from '@/core/admin/series';

/** The points of a polyline in a box of this size, the newest at the right: of so many, of which some may not be known yet. */
export function points(values: readonly number[], most: number, width: number, height: number, count: number): string {
  const top = Math.max(most, ...values, Number.MIN_VALUE);
  const step = count > 1 ? width / (count - 1) : 0;
  const unknown = count - values.length;
  const round = (value: number) => Math.round(value * 10) / 10;
  return values.map((value, i) => `${round((unknown + i) * step)},${round(1 + height * (1 - value / top))}`).join(' ');
}

/** The load of one backend, by buckets in their order: where nothing is known of it, it did nothing. */
export function loadOf(backend: string, buckets: readonly Bucket[]): number[] {
  return buckets.map(({ load }) => load?.[backend] ?? 0);
}

export function mean(values: readonly number[]): number | undefined {
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length;
}
