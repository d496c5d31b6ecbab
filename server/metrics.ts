import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Redis } from 'ioredis';
import type { Timings } from '@/core/wire/wire';
import { inTime } from '@/platform/deadline';
import type { Health } from './health';
import type { Periodic } from './periodic/periodic';
import type { ParallelRequests } from './prc/parallelRequests';
import { watchQueue, type Look } from './queueMetrics';

/** What this front counts, for /metrics. Names say what they count; every one has a help text. */

type Values = Readonly<Record<string, number>>;

/** Redis may be away, and those who ask for metrics will want to know of it. */
const PATIENCE_MS = 1000;

export class Metrics {
  readonly registry = new Registry();

  /** Looked up when asked for, as all that follow, so that it can never drift. */
  countConnections(count: () => number): void {
    this.gauge('asyground_connections', 'Open asyonline connections of this front.', count);
  }

  watchPeriodic(periodic: Pick<Periodic, 'figures' | 'overview'>): void {
    this.gauge(
      'asyground_periodic_connections',
      'Open Periodic connections of this front.',
      () => periodic.figures.connections,
    );
    this.gauge(
      'asyground_periodic_jobs',
      'Jobs in Redis, of all fronts, by state (dead ones are kept for an admin to retry).',
      () => inTime(periodic.overview.totals(), PATIENCE_MS),
      'state',
    );
    this.counter(
      'asyground_periodic_submits_total',
      'Jobs submitted at this front, by what became of the submission.',
      () => periodic.figures.submits,
      'outcome',
    );
    this.counter(
      'asyground_periodic_reports_total',
      'Reports of workers at this front about their jobs, by kind.',
      () => periodic.figures.reports,
      'kind',
    );
  }

  watchParallelRequests({ endpoint, overview }: Pick<ParallelRequests, 'endpoint' | 'overview'>): void {
    this.gauge(
      'asyground_parallel_connections',
      'Open connections to the request controller at this front.',
      () => endpoint.size,
    );
    this.gauge(
      'asyground_parallel_requests',
      'Requests that are counted now, of all fronts, and how many types they have.',
      async () => {
        const listed = await inTime(overview.list({ from: 0, count: 0 }), PATIENCE_MS);
        return listed && { requests: listed.requests, types: listed.types };
      },
      'what',
    );
    this.counter(
      'asyground_parallel_starts_total',
      'START-REQUESTs at this front, by their answer.',
      () => endpoint.answers,
      'answer',
    );
  }

  watchGraphs(count: () => Promise<Readonly<Record<string, number>>>): void {
    new Gauge({
      name: 'asyground_graph_tasks',
      help: 'Tasks of task graphs, of all fronts together, by state.',
      labelNames: ['state'],
      registers: [this.registry],
      async collect() {
        for (const [state, tasks] of Object.entries(await count())) this.set({ state }, tasks);
      },
    });
  }

  private readonly tasks = new Counter({
    name: 'asyground_tasks_total',
    help: 'Tasks of this front that ended, by how they ended.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  private readonly renderSeconds = new Histogram({
    name: 'asyground_render_seconds',
    help: 'From the submission of a task to its end, as this front saw it.',
    buckets: [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3, 6, 10, 20, 30, 60, 120],
    registers: [this.registry],
  });

  private readonly stageSeconds = new Histogram({
    name: 'asyground_stage_seconds',
    help: 'Where the time of a task went, by stage (docs/speed.md).',
    labelNames: ['stage'],
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3, 10, 30],
    registers: [this.registry],
  });

  private readonly waitSeconds = new Histogram({
    name: 'asyground_wait_seconds',
    help: 'How long tasks of this front waited until a backend had them.',
    // From what nobody notices to the longest wait that is let into the queue, and above.
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300],
    registers: [this.registry],
  });

  private readonly runSeconds = new Histogram({
    name: 'asyground_run_seconds',
    help: 'How long backends had tasks of this front, from taking them to their results.',
    // Around the durations of the usual levels: 3, 10 and 30 s.
    buckets: [0.025, 0.05, 0.1, 0.2, 0.4, 0.8, 1.5, 3, 5, 10, 20, 30, 60],
    registers: [this.registry],
  });

  readonly cacheUses = new Counter({
    name: 'asyground_cache_total',
    help: 'Renders by what the cache did: memory and store are hits, merged ones shared a run, bypassed ones are never kept.',
    labelNames: ['use'],
    registers: [this.registry],
  });

  ended(outcome: string, seconds: number): void {
    this.tasks.inc({ outcome });
    this.renderSeconds.observe(seconds);
  }

  timed(timings: Timings): void {
    for (const [stage, milliseconds] of Object.entries(timings))
      this.stageSeconds.observe({ stage }, milliseconds / 1000);
    const { queue, ...run } = timings;
    if (queue === undefined) return;
    this.waitSeconds.observe(queue / 1000);
    this.runSeconds.observe(Object.values(run).reduce((sum, milliseconds) => sum + milliseconds, 0) / 1000);
  }

  async cacheUsesByKind(): Promise<Readonly<Record<string, number>>> {
    const { values } = await this.cacheUses.get();
    return Object.fromEntries(values.map(({ labels, value }) => [String(labels.use), value]));
  }

  /** The queue as its leader sees it, and the alarms: the same at every front. */
  watchLine(redis: Redis, readHealth: () => Promise<Health>): void {
    watchQueue((name, help, look, label) => this.gauge(name, help, look, label), redis, readHealth);
  }

  /** Looked up when asked for. */
  measureCache(memoryBytes: () => number): void {
    new Gauge({
      name: 'asyground_cache_memory_bytes',
      help: 'Renders kept in the memory of this front.',
      registers: [this.registry],
      collect() {
        this.set(memoryBytes());
      },
    });
  }

  /** So that somebody can act before they are full. */
  measureLinks(size: () => Promise<{ readonly count: number; readonly bytes: number }>): void {
    const look = () => inTime(size(), PATIENCE_MS);
    this.gauge('asyground_links', 'Shared links that are kept.', async () => (await look())?.count);
    this.gauge(
      'asyground_links_bytes',
      'Projects and pictures of all shared links.',
      async () => (await look())?.bytes,
    );
  }

  /** As it was weighed last. Every front weighs the whole store. */
  measureBlobs(bytes: () => ReadonlyMap<string, number>): void {
    const gone: Record<string, number> = {};
    const look = () => {
      const now = Object.fromEntries(bytes());
      for (const kind of Object.keys(now)) gone[kind] = 0;
      return { ...gone, ...now };
    };
    this.gauge('asyground_blob_bytes', 'Bytes on disk in the blob store, by kind.', look, 'kind');
  }

  constructor() {
    // Its own default looks at the event loop a hundred times a second, also when nobody asks.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 500 });
  }

  private gauge(name: string, help: string, look: Look, label = 'value'): void {
    const gauge: Gauge = new Gauge({
      ...{ name, help, labelNames: [label], registers: [this.registry] },
      collect: async (): Promise<void> => {
        const seen = await look();
        if (typeof seen === 'number') return gauge.set(seen);
        // What cannot be read now keeps its last value.
        for (const [value, count] of Object.entries(seen ?? {})) gauge.set({ [label]: value }, count);
      },
    });
  }

  private counter(name: string, help: string, look: () => Values, label: string): void {
    const counter = new Counter({
      ...{ name, help, labelNames: [label], registers: [this.registry] },
      collect: () => {
        counter.reset();
        for (const [value, count] of Object.entries(look())) counter.inc({ [label]: value }, count);
      },
    });
  }
}
