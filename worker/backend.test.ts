import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FakeWorld } from './testing/fakeWorld';

/** Permits, stops, limits, lost connections and ends in any order: each task hears what is meant for it, and nothing else. */

const TASKS = ['t0', 't1', 't2', 't3'];
const task = fc.constantFrom(...TASKS);
const step = fc.oneof(
  fc.record({ do: fc.constant('stop' as const), task, then: fc.constantFrom('end' as const, 'give-way' as const) }),
  fc.record({ do: fc.constant('limit' as const), task }),
  fc.record({ do: fc.constant('arrive' as const), task }),
  fc.record({ do: fc.constant('lose' as const), task }),
  fc.record({ do: fc.constant('end' as const), task }),
  fc.record({ do: fc.constant('exit' as const), task }),
  fc.record({ do: fc.constant('permit' as const), task }),
  fc.record({ do: fc.constant('take' as const), isGranted: fc.boolean() }),
  fc.record({ do: fc.constant('start' as const) }),
  fc.record({ do: fc.constant('wait' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

class Model {
  readonly world = new FakeWorld();
  readonly permitted = new Set<string>();
  readonly refused = new Set<string>();
  readonly wantsDeath = new Set<string>();
  private readonly order: string[] = [];

  run(given: Step): void {
    const { world } = this;
    switch (given.do) {
      case 'permit':
        if (this.permitted.has(given.task)) return;
        this.permitted.add(given.task);
        this.order.push(given.task);
        return world.permit(given.task);
      case 'stop':
        if (this.isAlive(given.task)) this.wantsDeath.add(given.task);
        this.giveUp(given.task);
        return world.backend.served.halt(given.task, given.then);
      case 'limit':
        return world.backend.served.limit(given.task, 20);
      case 'arrive':
        return world.arrive(given.task);
      case 'lose': {
        const front = world.fronts.get(given.task);
        if (front?.isOpen && this.isAlive(given.task)) this.wantsDeath.add(given.task);
        return front?.terminate();
      }
      case 'end':
        return world.jails.find((jail) => jail.task === given.task)?.end();
      case 'exit':
        return world.jails.find((jail) => jail.task === given.task)?.exit();
      case 'take': {
        const answer = world.takes.shift();
        if (!answer) return;
        const of = this.order.shift();
        if (of !== undefined && !given.isGranted) this.refused.add(of);
        return answer(given.isGranted);
      }
      case 'start':
        return world.starts.shift()?.();
      case 'wait':
    }
  }

  /** What it has not begun to take by then it does not take any more. */
  private giveUp(of: string): void {
    const at = this.order.indexOf(of);
    if (at < 0 || (at === 0 && this.world.takes.length > 0)) return;
    this.order.splice(at, 1);
    this.refused.add(of);
  }

  check(): void {
    const { jails, finished, backend } = this.world;
    expect(jails.filter(({ isGone }) => !isGone).length).toBeLessThanOrEqual(1);
    expect(finished.every(({ isInTime }) => isInTime)).toBe(true);
    for (const jail of jails) {
      expect(jail.killsWhenGone).toBe(0);
      if (jail.kills > 0) expect(this.wantsDeath).toContain(jail.task);
      if (!jail.hasEnded) expect(backend.served.running).toBe(jail.task);
    }
  }

  /** Whether a message to it can still change anything. */
  private isAlive(of: string): boolean {
    const jail = this.world.jails.find((candidate) => candidate.task === of);
    return this.permitted.has(of) && !this.refused.has(of) && !jail?.hasEnded;
  }

  /** Everything comes to its end. */
  async settle(): Promise<void> {
    for (let i = 0; i < 4 * TASKS.length; i += 1) {
      await rest();
      this.run({ do: 'take', isGranted: true });
      await rest();
      this.run({ do: 'start' });
      await rest();
      for (const jail of this.world.jails) {
        if (!jail.hasEnded && this.wantsDeath.has(jail.task)) expect(jail.kills).toBeGreaterThan(0);
        jail.exit();
      }
      this.check();
    }
    await rest();
    const served = [...this.permitted].filter((of) => !this.refused.has(of));
    expect(this.world.finished.map((message) => message.task).sort()).toEqual(served.sort());
    expect(this.world.backend.served.running).toBeUndefined();
  }
}

async function rest(): Promise<void> {
  for (let i = 0; i < 4; i += 1) await nextTurn();
}

describe('a backend', () => {
  it('keeps the messages for each task apart, and has one jail at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const model = new Model();
        for (const given of steps) {
          model.run(given);
          if (given.do !== 'stop') await rest();
          model.check();
        }
        await model.settle();
      }),
      { numRuns: 200 },
    );
  }, 60_000);

  it('ends a task with its program and takes the next, but starts it when nothing of the jail is left', async () => {
    const world = new FakeWorld();
    world.permit('t0');
    world.permit('t1');
    await rest();
    world.takes.shift()?.(true);
    await rest();
    world.starts.shift()?.();
    await rest();
    world.jails[0]?.end();
    await rest();
    expect(world.finished.map(({ task: of }) => of)).toEqual(['t0']);
    world.takes.shift()?.(true);
    await rest();
    expect([world.starts.length, world.backend.served.running]).toEqual([0, 't1']);
    world.jails[0]?.exit();
    await rest();
    expect(world.starts).toHaveLength(1);
  });

  it('stops the first of two tasks whose permits came together', async () => {
    const world = new FakeWorld();
    world.permit('t0');
    world.permit('t1');
    await rest();
    world.backend.served.halt('t0', 'end');
    world.takes.shift()?.(true);
    await rest();
    world.starts.shift()?.();
    await rest();
    expect(world.jails.map(({ task: of, kills }) => [of, kills > 0])).toEqual([['t0', true]]);
    world.jails[0]?.exit();
    await rest();
    world.takes.shift()?.(true);
    await rest();
    world.starts.shift()?.();
    await rest();
    expect(world.jails[1]?.kills).toBe(0);
    world.jails[1]?.exit();
    await rest();
    expect(world.finished.map(({ task: of }) => of)).toEqual(['t0', 't1']);
  });
});
