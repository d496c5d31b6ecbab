import { z } from 'zod';

/**
 * What happened over time, in buckets of three widths: 5 s for five minutes, 60 s for an hour, 10 min for a day. A bucket
 * holds counts and percentiles; of the waits and run times themselves only a bounded sample is kept while it is open.
 */

export const WIDTHS_SECONDS = [5, 60, 600] as const;
/** Of each width; the widest reaches back a day. */
export const BUCKETS_KEPT = { 5: 60, 60: 60, 600: 144 } as const;
export type Width = (typeof WIDTHS_SECONDS)[number];

const percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number() });
export type Percentiles = z.infer<typeof percentiles>;

export const bucket = z.object({
  atMs: z.number(),
  done: z.number(),
  failed: z.number(),
  /** By outcome. */
  outcomes: z.record(z.string(), z.number()),
  /** Seconds, by class, and of all. */
  wait: z.record(z.string(), percentiles),
  run: z.record(z.string(), percentiles),
  waiting: z.number(),
  busy: z.number(),
  backends: z.number(),
  /** Share of the time in which a backend ran something, by its id: in the narrowest buckets only. */
  load: z.record(z.string(), z.number()).optional(),
});
export type Bucket = z.infer<typeof bucket>;

export interface Ended {
  readonly taskClass: string;
  readonly outcome: string;
  readonly failed: boolean;
  readonly waitSeconds: number;
  readonly runSeconds: number | undefined;
}

export interface Level {
  readonly waiting: number;
  readonly busy: number;
  readonly backends: number;
}

const MAX_SAMPLES = 2000;
/** Whose load is told. */
const MAX_BACKENDS = 64;
const ALL = 'all';

/** One bucket while it is open. */
export class OpenBucket {
  private done = 0;
  private failed = 0;
  private readonly outcomes = new Map<string, number>();
  private readonly waits = new Map<string, number[]>();
  private readonly runs = new Map<string, number[]>();
  private readonly busyMs = new Map<string, number>();

  add(ended: Ended): void {
    this.done += 1;
    if (ended.failed) this.failed += 1;
    this.outcomes.set(ended.outcome, (this.outcomes.get(ended.outcome) ?? 0) + 1);
    for (const name of [ended.taskClass, ALL]) {
      sample(this.waits, name, ended.waitSeconds);
      if (ended.runSeconds !== undefined) sample(this.runs, name, ended.runSeconds);
    }
  }

  /** A backend ran something, which may have begun before. */
  ran(backend: string, fromMs: number, toMs: number, beganAtMs: number): void {
    const tookMs = Math.max(0, toMs - Math.max(fromMs, beganAtMs));
    if (this.busyMs.size < MAX_BACKENDS || this.busyMs.has(backend))
      this.busyMs.set(backend, (this.busyMs.get(backend) ?? 0) + tookMs);
  }

  private load(widthMs: number): Pick<Bucket, 'load'> {
    if (this.busyMs.size === 0) return {};
    const shares = [...this.busyMs].map(([id, ms]) => [id, Math.min(1, Math.round((ms / widthMs) * 100) / 100)]);
    return { load: Object.fromEntries(shares) as Record<string, number> };
  }

  close(atMs: number, level: Level, widthMs = 0): Bucket {
    return {
      ...this.load(widthMs),
      atMs,
      done: this.done,
      failed: this.failed,
      outcomes: Object.fromEntries(this.outcomes),
      wait: summaries(this.waits),
      run: summaries(this.runs),
      ...level,
    };
  }
}

/** Undefined of nothing. */
export function percentilesOf(values: readonly number[]): Percentiles | undefined {
  if (values.length === 0) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => {
    const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0;
    return Math.round(value * 1000) / 1000;
  };
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

function sample(of: Map<string, number[]>, name: string, value: number): void {
  const values = of.get(name) ?? [];
  of.set(name, values);
  if (values.length < MAX_SAMPLES) values.push(value);
}

function summaries(of: ReadonlyMap<string, readonly number[]>): Record<string, Percentiles> {
  return Object.fromEntries(
    [...of].flatMap(([name, values]) => {
      const found = percentilesOf(values);
      return found ? [[name, found] as const] : [];
    }),
  );
}
