import { LRUCache } from 'lru-cache';
import { taskListQuerySchema } from '@/core/taskgraph/querySchema';
import type { Percentiles, ScopeStats, StatsDocument } from '@/core/taskgraph/serviceSchema';
import { TASK_STATES, type TaskState } from '@/core/taskgraph/state';
import type { Redis } from 'ioredis';
import { KEYS } from '@/platform/redis/keys';
import type { Listing } from './listing';
import { labelsOf, type Fields } from './storedTask';

/**
 * Statistics (docs/task-graph.md, 13), computed from the tasks themselves, so that they can never drift. An answer is
 * good for a moment: whoever asks often gets the same one.
 */

const GOOD_FOR_MS = 2000;
const MAX_ANSWERS_KEPT = 1000;
const MAX_LABELS_TOLD = 200;
const MEASURES = {
  wait_ms: 'waitMs',
  run_ms: 'runMs',
  memory_usage: 'most_memory_usage',
  cpu_utilization: 'most_cpu_utilization',
  gpu_usage: 'most_gpu_usage',
} as const;
type Measure = keyof typeof MEASURES;
const FIELDS = ['state', 'exit', 'labels', ...Object.values(MEASURES)];

export class StatsStore {
  private readonly answers = new LRUCache<string, Promise<StatsDocument>>({
    max: MAX_ANSWERS_KEPT,
    ttl: GOOD_FOR_MS,
  });

  constructor(
    private readonly redis: Redis,
    private readonly listing: Listing,
  ) {}

  /** `owner`: whose tasks; '' everybody's. With a label, only those that have it. */
  read(owner: string, label?: string): Promise<StatsDocument> {
    const key = JSON.stringify([owner, label]);
    const known = this.answers.get(key);
    if (known !== undefined) return known;
    const answer = this.compute(owner, label);
    this.answers.set(key, answer);
    // Whoever asked hears of it; the next one asks anew.
    answer.catch(() => this.answers.delete(key));
    return answer;
  }

  private async compute(owner: string, label: string | undefined): Promise<StatsDocument> {
    const global = new Scope();
    const labels = new Map<string, Scope>();
    const query = taskListQuerySchema.parse(label === undefined ? {} : { label });
    for await (const { found } of this.listing.matching(query, owner)) {
      for (const fields of await this.look(found.map(({ id }) => id))) {
        global.add(fields);
        for (const name of labelsOf(fields)) {
          const scope = labels.get(name) ?? new Scope();
          labels.set(name, scope);
          scope.add(fields);
        }
      }
    }
    const largest = [...labels].sort(([, a], [, b]) => b.tasks - a.tasks).slice(0, MAX_LABELS_TOLD);
    return {
      global: global.document(),
      labels: Object.fromEntries(largest.map(([name, scope]) => [name, scope.document()])),
    };
  }

  private async look(ids: readonly string[]): Promise<Fields[]> {
    const pipeline = this.redis.pipeline();
    for (const id of ids) pipeline.hmget(KEYS.graph('task', id), ...FIELDS);
    return ((await pipeline.exec()) ?? []).map(([, values]) => {
      const known = FIELDS.flatMap((name, at) => {
        const value = (values as (string | null)[])[at];
        return value ? [[name, value] as const] : [];
      });
      return Object.fromEntries(known);
    });
  }
}

/** The tasks of one label, or all. */
class Scope {
  tasks = 0;
  private readonly states = new Map<TaskState, number>(TASK_STATES.map((state) => [state, 0]));
  private readonly failures = new Map<string, number>();
  private readonly values = new Map<Measure, number[]>();

  add(fields: Fields): void {
    const state = TASK_STATES.find((known) => known === fields.state);
    // It may have been forgotten a moment ago.
    if (state === undefined) return;
    this.tasks += 1;
    this.states.set(state, (this.states.get(state) ?? 0) + 1);
    const { exit } = fields;
    const isFailure = state === 'terminated' && exit !== undefined && exit !== 'success';
    if (isFailure) this.failures.set(exit, (this.failures.get(exit) ?? 0) + 1);
    for (const [measure, field] of Object.entries(MEASURES) as [Measure, string][]) {
      const value = fields[field];
      if (value === undefined) continue;
      const values = this.values.get(measure) ?? [];
      this.values.set(measure, values);
      values.push(Number(value));
    }
  }

  document(): ScopeStats {
    const measures = [...this.values].map(([measure, values]) => [measure, percentiles(values)] as const);
    return {
      tasks: this.tasks,
      states: Object.fromEntries(this.states) as Record<TaskState, number>,
      failures: Object.fromEntries(this.failures),
      ...Object.fromEntries(measures),
    };
  }
}

/** Of at least one value: the smallest that so many of them do not exceed. */
export function percentiles(values: readonly number[]): Percentiles {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
