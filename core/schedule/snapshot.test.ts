import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply } from './apply';
import { findDrift } from './drift';
import type { Effect } from './events';
import { rebuild, snapshot } from './snapshot';
import { levelsArbitrary, stepsArbitrary, type Step } from './testing/scenario';
import { createSchedule } from './schedule';

const isArrival = (step: Step): step is Step & { do: 'arrive' } => step.do === 'arrive';

// docs/queue.md, 11
describe('a rebuilt schedule', () => {
  it('goes on exactly like the one it was taken from', () => {
    const scenario = levelsArbitrary.chain((levels) => fc.tuple(fc.constant(levels), stepsArbitrary(levels)));
    fc.assert(
      fc.property(scenario, fc.integer({ min: 1, max: 5 }), ([levels, steps], backends) => {
        // Whose turn it is at an address is not kept, so each client has its own.
        const options = { levels, maxPredictedWaitSeconds: Infinity };
        const original = createSchedule(options);
        for (let i = 0; i < backends; i += 1) apply(original, { kind: 'backend-joined', backend: `b${i}`, nowMs: 0 });
        let nowMs = 0;
        steps.filter(isArrival).forEach((step, i) => {
          nowMs += step.afterMs;
          const { submission } = step.arrival;
          const own = { ...submission, address: submission.client, id: `t${i}` };
          apply(original, { kind: 'submitted', submission: own, nowMs });
          const [oldest] = original.running.values();
          if (oldest === undefined || i % 3 !== 0) return;
          apply(original, { kind: 'finished', task: oldest.task.id, cutShort: false, nowMs });
        });
        const stored: unknown = JSON.parse(JSON.stringify(snapshot(original)));
        const rebuilt = rebuild(stored as ReturnType<typeof snapshot>, original.options);
        expect(findDrift(rebuilt)).toEqual([]);
        expect(rebuilt.counts).toEqual(original.counts);
        expect(rebuilt.limits).toEqual(original.limits);
        for (;;) {
          const next = [...original.running.values()].sort((one, other) => one.permit - other.permit)[0];
          const [adrift] = original.adrift.keys();
          nowMs += 1;
          const event =
            adrift === undefined
              ? ({ kind: 'finished', task: next?.task.id ?? '', cutShort: false, nowMs } as const)
              : ({ kind: 'returned', task: adrift, isLost: false, nowMs } as const);
          if (adrift === undefined && next === undefined) break;
          expect(comparable(apply(rebuilt, event))).toEqual(comparable(apply(original, event)));
        }
        expect(rebuilt.waiting.size).toBe(0);
      }),
      { numRuns: 200 },
    );
  });

  it('takes a running task as word that its backend lives', () => {
    const task = { id: 'a', taskClass: 'default', client: 'c', address: 'x', owner: 'detached' } as const;
    const lived = { submittedAtMs: 0, halts: 0, restarts: 0, number: 7 };
    const run = { backend: 'b9', permit: 4, startedAtMs: 5, grantedSeconds: 10 };
    const schedule = rebuild({ backends: [], waiting: [], running: [{ ...task, ...lived, ...run }] });
    expect(findDrift(schedule)).toEqual([]);
    expect(schedule.liveBackends).toBe(1);
    expect(schedule.free.size).toBe(0);
    expect([schedule.nextNumber, schedule.nextPermit]).toEqual([8, 5]);
  });

  it('goes on from the serials of the store', () => {
    const schedule = rebuild({ backends: [], waiting: [], running: [], nextNumber: 100, nextPermit: 50 });
    expect(findDrift(schedule)).toEqual([]);
    expect([schedule.nextNumber, schedule.nextPermit]).toEqual([100, 50]);
  });

  it('starts at once what may start', () => {
    const task = { id: 'a', taskClass: 'default', client: 'c', address: 'x', owner: 'detached' } as const;
    const schedule = rebuild({
      backends: [{ id: 'b', draining: false }],
      waiting: [{ ...task, submittedAtMs: 0, halts: 0, restarts: 0, number: 3 }],
      running: [],
    });
    expect(apply(schedule, { kind: 'taken-over', nowMs: 1 })).toMatchObject([{ kind: 'permit', task: 'a', number: 3 }]);
  });

  it('holds an address to its share, and lets in whom the last leader had not', () => {
    const task = { taskClass: 'default', client: 'c', address: 'x', owner: 'detached' } as const;
    const lived = { submittedAtMs: 0, halts: 0, restarts: 0 };
    const backends = ['b1', 'b2', 'b3'].map((id) => ({ id, draining: false }));
    const run = { backend: 'b1', permit: 4, startedAtMs: 5, grantedSeconds: 10 };
    const schedule = rebuild({
      backends,
      waiting: ['b', 'c', 'd'].map((id) => ({ ...task, ...lived, id })),
      running: [{ ...task, ...lived, ...run, id: 'a', number: 1 }],
    });
    const started = (effects: readonly Effect[]) => effects.flatMap((one) => (one.kind === 'permit' ? [one.task] : []));
    expect(started(apply(schedule, { kind: 'taken-over', nowMs: 6 }))).toEqual(['b']);
    expect(started(apply(schedule, { kind: 'finished', task: 'a', cutShort: false, nowMs: 7 }))).toEqual(['c']);
    expect(findDrift(schedule)).toEqual([]);
  });
});

/**
 * Which of several free backends is taken depends on how long each was free, and a warning on whether it was given
 * before: neither is recorded.
 */
function comparable(effects: readonly Effect[]): Effect[] {
  return effects
    .filter(({ kind }) => kind !== 'warn')
    .map((effect) => ('backend' in effect ? { ...effect, backend: '' } : effect));
}
