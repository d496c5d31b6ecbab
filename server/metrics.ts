import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What this front counts, for /metrics. Names say what they count; every one has a help text. */

export class Metrics {
  readonly registry = new Registry();

  /** Looked up when asked for, so that it can never drift. */
  countConnections(count: () => number): void {
    new Gauge({
      name: 'asyground_connections',
      help: 'Open asyonline connections of this front.',
      registers: [this.registry],
      collect() {
        this.set(count());
      },
    });
  }

  readonly tasks = new Counter({
    name: 'asyground_tasks_total',
    help: 'Tasks of this front that ended, by how they ended.',
    labelNames: ['outcome'],
    registers: [this.registry],
  });

  readonly renderSeconds = new Histogram({
    name: 'asyground_render_seconds',
    help: 'From the submission of a task to its end, as this front saw it.',
    buckets: [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3, 10, 30],
    registers: [this.registry],
  });

  readonly stageSeconds = new Histogram({
    name: 'asyground_stage_seconds',
    help: 'Where the time of a task went, by stage (docs/speed.md).',
    labelNames: ['stage'],
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3, 10, 30],
    registers: [this.registry],
  });

  readonly cacheUses = new Counter({
    name: 'asyground_cache_total',
    help: 'Renders by what the cache did: memory and store are hits, merged ones shared a run, bypassed ones are never kept.',
    labelNames: ['use'],
    registers: [this.registry],
  });

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

  constructor() {
    // Its own default looks at the event loop a hundred times a second, also when nobody asks.
    collectDefaultMetrics({ register: this.registry, eventLoopMonitoringPrecision: 500 });
  }
}
