import fc from 'fast-check';
import type { GraphBody, TaskBody } from '@/core/taskgraph/taskSchema';

/** Graphs, and what may happen to them, with up to four workers. Numbers pick among what there is at that moment. */

export const WORKERS = ['w1', 'w2', 'w3', 'w4'] as const;

export type Command =
  | { readonly kind: 'create'; readonly body: TaskBody; readonly child: number | undefined }
  | { readonly kind: 'link' | 'unlink'; readonly parent: number; readonly child: number }
  | {
      readonly kind: 'rewire';
      readonly parent: number;
      readonly add: readonly number[];
      readonly remove: readonly number[];
    }
  | { readonly kind: 'activate' | 'cancel'; readonly task: number }
  | { readonly kind: 'claim'; readonly worker: number; readonly max: number; readonly cores: number | undefined }
  | { readonly kind: 'claim-one'; readonly worker: number; readonly task: number }
  | { readonly kind: 'renew'; readonly claim: number }
  | { readonly kind: 'report'; readonly claim: number; readonly outcome: 'success' | 'failure' | 'cancelled' }
  | { readonly kind: 'pass'; readonly milliseconds: number };

const body: fc.Arbitrary<TaskBody> = fc.record(
  {
    command: fc.constant({ external: 1 }),
    max_attempt_count: fc.integer({ min: 1, max: 3 }),
    hold: fc.boolean(),
    priority: fc.integer({ min: -1, max: 1 }),
    requested_resources: fc.record({ cores: fc.integer({ min: 0, max: 3 }) }),
  },
  { requiredKeys: [] },
);

/** Edges go from lower to higher numbers, so that there is no cycle. */
export const graphs: fc.Arbitrary<GraphBody> = fc
  .array(fc.tuple(body, fc.uniqueArray(fc.nat(9), { maxLength: 4 })), { minLength: 1, maxLength: 10 })
  .map((tasks) => {
    const entries = tasks.map(([task, children], index) => {
      const below = children.filter((child) => child > index && child < tasks.length);
      return [`n${index}`, { ...task, continuations: below.map((child) => `n${child}`) }] as const;
    });
    return { tasks: Object.fromEntries(entries) };
  });

const task = fc.nat(30);
const fewTasks = fc.array(fc.nat(3), { maxLength: 3 });
const worker = fc.nat(WORKERS.length - 1);
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
export const commands: fc.Arbitrary<Command> = fc.oneof(
  fc.record({ kind: fc.constant('create'), body, child: maybe(task) }),
  fc.record({ kind: fc.constantFrom('link', 'unlink'), parent: task, child: task }),
  // Few tasks, so that some are in both.
  fc.record({ kind: fc.constant('rewire'), parent: task, add: fewTasks, remove: fewTasks }),
  fc.record({ kind: fc.constantFrom('activate', 'cancel'), task }),
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('claim'),
      worker,
      max: fc.integer({ min: 1, max: 3 }),
      cores: maybe(fc.nat(4)),
    }),
  },
  fc.record({ kind: fc.constant('claim-one'), worker, task }),
  fc.record({ kind: fc.constant('renew'), claim: fc.nat(20) }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('report'),
      claim: fc.nat(20),
      outcome: fc.constantFrom('success', 'success', 'failure', 'cancelled'),
    }),
  },
  // Often enough that all workers fall silent: a task may be abandoned three times.
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('pass'), milliseconds: fc.constantFrom(1000, 15_000, 31_000, 31_000) }),
  },
);
