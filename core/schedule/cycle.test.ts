import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Effect } from './events';
import { Lanes } from './lanes';
import type { Policy } from './options';
import { createRandom } from './random';
import { levelsArbitrary, live, stepsArbitrary, type Step } from './testing/scenario';
import { copySchedule, createSchedule, queueOf, type Schedule } from './schedule';
import { isNumbered, type NumberedTask } from './task';
import { Timeline } from './timeline';

const policies: Record<string, (seed: number) => Policy> = {
  considerate: () => ({ kind: 'considerate' }),
  literal: (seed) => ({ kind: 'literal', random: createRandom(seed) }),
};

const PEOPLE = ['default', 'level'];

function scenario(kinds?: readonly string[]) {
  return levelsArbitrary.chain((levels) => fc.tuple(fc.constant(levels), stepsArbitrary(levels, kinds)));
}

/** Arrivals alone, in virtual time, all by different clients. */
class Arrivals {
  readonly schedule: Schedule;
  readonly lengths = new Map<string, number>();
  readonly startsMs = new Map<string, number>();
  private readonly timeline: Timeline;
  nowMs = 0;

  constructor(options: Parameters<typeof createSchedule>[0], backends: number) {
    this.schedule = createSchedule({ ...options, maxPredictedWaitSeconds: Infinity });
    this.timeline = new Timeline(this.schedule, (run) => this.lengths.get(run.task.id) ?? 1, 0);
    for (let i = 0; i < backends; i += 1) this.timeline.feed({ kind: 'backend-joined', backend: `b${i}`, nowMs: 0 });
  }

  arrive(id: string, step: Step & { do: 'arrive' }, nowMs: number): void {
    this.endUntil(nowMs);
    this.nowMs = nowMs;
    this.lengths.set(id, step.arrival.lengthSeconds);
    const submission = { ...step.arrival.submission, id, client: id, address: id };
    this.note(this.timeline.feed({ kind: 'submitted', submission, nowMs }), nowMs);
  }

  endUntil(untilMs: number): void {
    for (;;) {
      const endMs = this.timeline.nextEndMs();
      if (endMs === undefined || endMs > untilMs) return;
      this.note(this.timeline.endNext(), endMs);
    }
  }

  private note(effects: readonly Effect[], nowMs: number): void {
    for (const effect of effects) if (effect.kind === 'permit') this.startsMs.set(effect.task, nowMs);
  }
}

/** When the task would start if the schedule were left alone. */
function startMs(schedule: Schedule, id: string, lengths: ReadonlyMap<string, number>, nowMs: number) {
  const timeline = new Timeline(schedule, (run) => lengths.get(run.task.id) ?? 1, nowMs);
  for (let endMs = timeline.nextEndMs(); endMs !== undefined; endMs = timeline.nextEndMs()) {
    if (timeline.endNext().some((effect) => effect.kind === 'permit' && effect.task === id)) return endMs;
  }
  return undefined;
}

/** A copy in which nobody waits behind the task. */
function onlyAhead(schedule: Schedule, { number }: NumberedTask): Schedule {
  const copy: Schedule = { ...copySchedule(schedule), people: new Lanes(schedule.options) };
  const batch = queueOf(copy, 'batch');
  for (const queue of copy.queues) {
    for (const task of [...queue]) if (queue === batch || task.number > number) queue.remove(task);
  }
  return copy;
}

const isArrival = (step: Step): step is Step & { do: 'arrive' } => step.do === 'arrive';

describe.each(Object.entries(policies))('the cycle under the %s policy', (name, policyOf) => {
  it('keeps every promise, whatever happens, and every task ends', () => {
    fc.assert(
      fc.property(scenario(), fc.nat({ max: 5 }), fc.nat(), ([levels, steps], backends, seed) => {
        const observer = live(steps, backends, { levels, policy: policyOf(seed) });
        expect(observer.unfinished()).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  // docs/queue.md, 13
  it('lets nobody behind change when a waiting task starts', () => {
    const policy: Policy = name === 'literal' ? { kind: 'literal', random: () => 0 } : policyOf(0);
    fc.assert(
      fc.property(scenario(), fc.integer({ min: 1, max: 5 }), ([levels, steps], backends) => {
        const world = new Arrivals({ levels, policy }, backends);
        let nowMs = 0;
        steps.filter(isArrival).forEach((step, i) => world.arrive(`t${i}`, step, (nowMs += step.afterMs)));
        for (const task of world.schedule.waiting.values()) {
          if (!isNumbered(task) || task.taskClass === 'batch') continue;
          const withAll = startMs(copySchedule(world.schedule), task.id, world.lengths, nowMs);
          expect(withAll).toBeDefined();
          expect(startMs(onlyAhead(world.schedule, task), task.id, world.lengths, nowMs)).toBe(withAll);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('lets no later arrival change when a waiting task starts', () => {
    const policy: Policy = name === 'literal' ? { kind: 'literal', random: () => 0 } : policyOf(0);
    fc.assert(
      fc.property(scenario(), fc.integer({ min: 1, max: 5 }), ([levels, steps], backends) => {
        const world = new Arrivals({ levels, policy }, backends);
        const foretold = new Map<string, number | undefined>();
        let nowMs = 0;
        steps.filter(isArrival).forEach((step, i) => {
          const id = `t${i}`;
          world.arrive(id, step, (nowMs += step.afterMs));
          const waits = world.schedule.waiting.has(id) && step.arrival.submission.taskClass !== 'batch';
          if (waits) foretold.set(id, startMs(copySchedule(world.schedule), id, world.lengths, nowMs));
        });
        world.endUntil(Infinity);
        for (const [id, start] of foretold) expect(world.startsMs.get(id)).toBe(start);
      }),
      { numRuns: 300 },
    );
  });
});

describe('the considerate policy', () => {
  it('starts every normal task exactly when it would start without any shell or batch work', () => {
    const options = { maxHalts: Infinity };
    fc.assert(
      fc.property(scenario(), fc.integer({ min: 1, max: 5 }), ([levels, steps], backends) => {
        const together = new Arrivals({ ...options, levels }, backends);
        const alone = new Arrivals({ ...options, levels }, backends);
        let nowMs = 0;
        steps.filter(isArrival).forEach((step, i) => {
          nowMs += step.afterMs;
          const { taskClass } = step.arrival.submission;
          together.arrive(`t${i}`, step, nowMs);
          if (typeof taskClass === 'number' || taskClass === 'default') alone.arrive(`t${i}`, step, nowMs);
        });
        for (const world of [together, alone]) world.endUntil(Infinity);
        for (const [id, start] of alone.startsMs) expect(together.startsMs.get(id)).toBe(start);
      }),
      { numRuns: 300 },
    );
  });

  it('starts the tasks of a class in the order in which they came', () => {
    fc.assert(
      fc.property(scenario(PEOPLE), fc.integer({ min: 1, max: 5 }), ([levels, steps], backends) => {
        const world = new Arrivals({ levels }, backends);
        const arrivals = steps.filter(isArrival);
        let nowMs = 0;
        arrivals.forEach((step, i) => world.arrive(`${i}`, step, (nowMs += step.afterMs)));
        world.endUntil(Infinity);
        const order = [...world.startsMs.keys()].map(Number);
        const classAt = (i: number | undefined) => arrivals[i ?? -1]?.arrival.submission.taskClass;
        for (const taskClass of new Set(arrivals.map((_, i) => classAt(i)))) {
          const started = order.filter((i) => classAt(i) === taskClass);
          expect(started).toEqual([...started].sort((one, other) => one - other));
        }
      }),
    );
  });
});
