import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkGraph } from '../graph';
import { brokenInvariants } from './invariants';
import { TaskModel } from './model';
import type { GraphBody, TaskBody } from '../taskSchema';

type Step =
  | { readonly kind: 'create'; readonly body: TaskBody; readonly child: number }
  | { readonly kind: 'link' | 'unlink'; readonly parent: number; readonly child: number }
  | { readonly kind: 'activate' | 'cancel'; readonly task: number }
  | { readonly kind: 'claim'; readonly max: number }
  | { readonly kind: 'renew' | 'report'; readonly token: number; readonly outcome: 'success' | 'failure' | 'cancelled' }
  | { readonly kind: 'pass'; readonly milliseconds: number };

const body: fc.Arbitrary<TaskBody> = fc.record(
  {
    command: fc.constant({ external: 1 }),
    max_attempt_count: fc.integer({ min: 1, max: 3 }),
    hold: fc.boolean(),
    priority: fc.integer({ min: -1, max: 1 }),
  },
  { requiredKeys: [] },
);

/** Edges go from lower to higher numbers, so that there is no cycle. */
const graph: fc.Arbitrary<GraphBody> = fc
  .array(fc.tuple(body, fc.uniqueArray(fc.nat(9), { maxLength: 4 })), { minLength: 1, maxLength: 10 })
  .map((tasks) => {
    const entries = tasks.map(([task, children], index) => {
      const continuations = children
        .filter((child) => child > index && child < tasks.length)
        .map((child) => `n${child}`);
      return [`n${index}`, { ...task, continuations }] as const;
    });
    return { tasks: Object.fromEntries(entries) };
  });

const task = fc.nat(30);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('create'), body, child: task }),
  fc.record({ kind: fc.constantFrom('link', 'unlink'), parent: task, child: task }),
  fc.record({ kind: fc.constantFrom('activate', 'cancel'), task }),
  fc.record({ kind: fc.constant('claim'), max: fc.integer({ min: 1, max: 3 }) }),
  fc.record({
    kind: fc.constantFrom('renew', 'report', 'report', 'report'),
    token: fc.nat(20),
    outcome: fc.constantFrom('success', 'success', 'failure', 'cancelled'),
  }),
  fc.record({ kind: fc.constant('pass'), milliseconds: fc.constantFrom(1000, 15_000, 31_000) }),
);

class Driver {
  nowMs = 0;
  private counter = 0;
  private readonly claimed: { readonly id: string; readonly token: string }[] = [];
  readonly model = new TaskModel({
    nowMs: () => this.nowMs,
    newId: () => `t${++this.counter}`,
    newToken: () => `token-${++this.counter}`,
  });

  create(tasks: GraphBody): void {
    const checked = checkGraph(tasks);
    if (!checked.ok) throw new Error(checked.failure.message);
    expect(this.model.createGraph('me', checked.value).ok).toBe(true);
  }

  step(step: Step): void {
    const { model } = this;
    switch (step.kind) {
      case 'create':
        model.create('me', { ...step.body, continuations: [this.pick(step.child)] });
        return;
      case 'link':
        model.addContinuations([{ targets: [this.pick(step.parent)], values: [this.pick(step.child)] }]);
        return;
      case 'unlink':
        model.removeContinuations([{ targets: [this.pick(step.parent)], values: [this.pick(step.child)] }]);
        return;
      case 'activate':
        model.activate(this.pick(step.task));
        return;
      case 'cancel':
        expect(model.cancel(this.pick(step.task)).ok).toBe(true);
        return;
      case 'claim':
        this.claimed.push(...model.workers.claim('external', 'w', step.max));
        return;
      case 'renew':
      case 'report': {
        const held = this.claimed[step.token % Math.max(1, this.claimed.length)];
        if (held === undefined) return;
        const state = step.outcome === 'cancelled' ? 'cancelled' : 'terminated';
        if (step.kind === 'renew') model.workers.renew(held.id, held.token);
        else model.workers.report(held.id, held.token, { state, exitStatus: step.outcome });
        return;
      }
      case 'pass':
        this.nowMs += step.milliseconds;
        model.workers.expireLeases();
    }
  }

  private pick(number: number): string {
    const ids = [...this.model.tasks.keys()];
    return ids[number % ids.length] ?? '';
  }
}

describe('whatever happens to a graph', () => {
  it('the invariants hold after every step, and a finished task never changes again', () => {
    fc.assert(
      fc.property(graph, fc.array(step, { maxLength: 60 }), (tasks, steps) => {
        const driver = new Driver();
        driver.create(tasks);
        const ended = new Map<string, string>();
        for (const next of steps) {
          driver.step(next);
          expect(brokenInvariants(driver.model.snapshot())).toEqual([]);
          for (const { id, state } of driver.model.tasks.values()) {
            expect(ended.get(id) ?? state).toBe(state);
            if (state === 'cancelled' || state === 'terminated') ended.set(id, state);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('the events tell the whole story', () => {
    fc.assert(
      fc.property(graph, fc.array(step, { maxLength: 40 }), (tasks, steps) => {
        const driver = new Driver();
        driver.create(tasks);
        for (const next of steps) driver.step(next);
        const told = new Map<string, string>();
        for (const event of driver.model.events) {
          expect(event.from).toBe(told.get(event.task));
          told.set(event.task, event.to);
        }
        expect(told).toEqual(new Map([...driver.model.tasks.values()].map(({ id, state }) => [id, state])));
      }),
    );
  });

  it('workers that succeed bring everything to its end, in an order that respects the edges', () => {
    fc.assert(
      fc.property(graph, (tasks) => {
        const driver = new Driver();
        const { model } = driver;
        driver.create(tasks);
        for (const { id } of model.tasks.values()) model.activate(id);
        for (let claimed = model.workers.claim('external', 'w', 2); claimed.length > 0;) {
          for (const { id, token } of claimed) {
            model.workers.report(id, token, { state: 'terminated', exitStatus: 'success' });
          }
          claimed = model.workers.claim('external', 'w', 2);
        }
        expect(new Set([...model.tasks.values()].map(({ state }) => state))).toEqual(new Set(['terminated']));
        const endOf = new Map(
          model.events.filter(({ to }) => to === 'terminated').map((event) => [event.task, event.serial]),
        );
        const beginOf = new Map(
          model.events.filter(({ from }) => from === 'inactive').map((event) => [event.task, event.serial]),
        );
        for (const parent of model.tasks.values()) {
          for (const child of parent.continuations) {
            expect(endOf.get(parent.id)).toBeLessThan(beginOf.get(child) ?? 0);
          }
        }
      }),
    );
  });
});
