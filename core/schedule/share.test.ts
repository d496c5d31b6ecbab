import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply } from './apply';
import { Brief } from './testing/brief';
import { findDrift } from './drift';
import type { ScheduleEvent } from './events';
import { EstimatePass } from './estimate';
import { DEFAULT_LEVELS } from './levels';
import { arrivalArbitrary } from './testing/scenario';
import { createSchedule, type Schedule } from './schedule';
import { isNumbered, type Task } from './task';

/** The most that any address has running, on its way back or in the queue, of what does not give way to a person. */
function mostHeld(schedule: Schedule, counts: (task: Task) => boolean): number {
  const held = new Map<string, number>();
  const runs = [...schedule.running.values(), ...schedule.adrift.values()].map(({ task }) => task);
  for (const task of [...runs, ...schedule.waiting.values()])
    if (isNumbered(task) && counts(task)) held.set(task.address, (held.get(task.address) ?? 0) + 1);
  return Math.max(0, ...held.values());
}

const isPersons = ({ taskClass }: Task): boolean => taskClass !== 'batch' && taskClass !== 'interactive';
const isBatch = ({ taskClass }: Task): boolean => taskClass === 'batch';

function finished(task: string, nowMs: number): ScheduleEvent {
  return { kind: 'finished', task, cutShort: false, nowMs };
}

// docs/queue.md, 9
describe('the share of an address', () => {
  it('leaves others the last backend, and is filled again when one ends', () => {
    const brief = new Brief(3);
    for (const id of ['a', 'b', 'c', 'd']) brief.submit(id, 0, { client: id, address: 'greedy' });
    expect([...brief.schedule.running.keys()]).toEqual(['a', 'b']);
    brief.submit('stranger', 1, { client: 'stranger', address: 'elsewhere' });
    expect([...brief.schedule.running.keys()]).toEqual(['a', 'b', 'stranger']);
    const effects = apply(brief.schedule, finished('a', 2));
    expect(effects.filter(({ kind }) => kind !== 'downgrade').map(({ kind }) => kind)).toEqual([
      'end',
      'number',
      'permit',
    ]);
    expect([...brief.schedule.running.keys()]).toEqual(['b', 'stranger', 'c']);
  });

  it('lets those behind it hurry the default tasks ahead of them, one at a time', () => {
    const brief = new Brief(3);
    const here = { address: 'school' };
    for (const id of ['a', 'b']) brief.submit(id, 0, { client: id, ...here });
    const seconds = () => ['a', 'b'].map((id) => brief.schedule.running.get(id)?.durationSeconds);
    expect(seconds()).toEqual([30, 30]);
    expect(brief.submit('stranger', 1)).toHaveLength(2);
    expect(seconds()).toEqual([30, 30]);
    brief.submit('c', 1, { client: 'c', ...here });
    expect(seconds()).toEqual([3, 30]);
    brief.submit('d', 2, { client: 'd', ...here });
    expect(seconds()).toEqual([3, 3]);
  });

  it('is one backend where there are one or two', () => {
    for (const backends of [1, 2]) {
      const brief = new Brief(backends);
      for (const id of ['a', 'b']) brief.submit(id, 0, { client: id, address: 'greedy' });
      expect([...brief.schedule.running.keys()]).toEqual(['a']);
      expect(brief.schedule.people.waiting).toBe(1);
    }
  });

  it('grows with a backend that joins', () => {
    const brief = new Brief(2);
    for (const id of ['a', 'b']) brief.submit(id, 0, { client: id, address: 'greedy' });
    apply(brief.schedule, { kind: 'backend-joined', backend: 'new', nowMs: 1 });
    expect([...brief.schedule.running.keys()]).toEqual(['a', 'b']);
  });

  it('is the same for batch work, which does not hold up its author', () => {
    const brief = new Brief(3);
    const book = { taskClass: 'batch', client: 'ann', address: 'home', owner: 'detached' } as const;
    for (const id of ['p1', 'p2', 'p3']) brief.submit(id, 0, book);
    expect([...brief.schedule.running.keys()]).toEqual(['p1', 'p2']);
    brief.submit('look', 1, { client: 'ann', address: 'home' });
    expect(brief.schedule.running.has('look')).toBe(true);
  });

  it('counts batch work that gives way no more', () => {
    const brief = new Brief(2, { maxHalts: 0 });
    brief.submit('book', 0, { taskClass: 'batch', client: 'ann', address: 'home', owner: 'detached' });
    brief.submit('look', 1, { client: 'ann', address: 'home' });
    expect([...brief.schedule.running.keys()]).toEqual(['book']);
    brief.submit('stranger', 2, { client: 'bob', address: 'elsewhere' });
    expect([...brief.schedule.running.keys()]).toEqual(['book', 'stranger']);
    apply(brief.schedule, finished('book', 3));
    expect([...brief.schedule.running.keys()]).toEqual(['stranger', 'look']);
    expect(findDrift(brief.schedule)).toEqual([]);
  });

  it('gives those behind it a rough estimate: the end of one ahead', () => {
    const brief = new Brief(3);
    for (const id of ['a', 'b', 'c', 'd', 'e']) brief.submit(id, 0, { client: id, address: 'greedy' });
    const pass = new EstimatePass(brief.schedule, {
      nowMs: 0,
      random: Math.random,
      draws: 1,
      lengthSecondsOf: ({ task }) => (task.id === 'a' ? 2 : 1),
    });
    pass.step(Infinity);
    const told = pass.estimates().map(({ task, estimateSeconds, rough }) => [task, estimateSeconds, rough]);
    expect(told).toEqual([
      ['c', 1, true],
      ['d', 2, true],
      ['e', 2, true],
    ]);
  });

  it('denies an address whose lanes are too long a wait, and nobody else', () => {
    const brief = new Brief(3, { maxPredictedWaitSeconds: 20 });
    for (let i = 0; i < 20; i += 1) brief.schedule.history?.record('default', { seconds: 3, cutShort: false });
    const denied = Array.from({ length: 40 }, (_, i) =>
      apply(brief.schedule, {
        kind: 'submitted',
        submission: { id: `t${i}`, taskClass: 'default', client: `c${i}`, address: 'greedy', owner: 'connection' },
        nowMs: 0,
      }).some(({ kind }) => kind === 'deny'),
    );
    expect(denied.indexOf(true)).toBeGreaterThan(10);
    expect(denied.at(-1)).toBe(true);
    brief.submit('stranger', 1, { client: 'stranger', address: 'elsewhere' });
    expect(brief.schedule.running.has('stranger')).toBe(true);
  });

  it('is never exceeded, never blocks a head, and everybody has a turn', () => {
    const arrival = arrivalArbitrary(DEFAULT_LEVELS, ['default', 'level', 'interactive', 'batch']);
    const step = fc.oneof(
      { weight: 3, arbitrary: arrival.map((one) => ({ do: 'arrive' as const, one })) },
      { weight: 2, arbitrary: fc.nat({ max: 40 }).map((which) => ({ do: 'finish' as const, which })) },
      { weight: 1, arbitrary: fc.nat({ max: 40 }).map((which) => ({ do: 'cancel' as const, which })) },
      { weight: 1, arbitrary: fc.boolean().map((isLost) => ({ do: 'return' as const, isLost })) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60, size: 'max' }), fc.integer({ min: 1, max: 6 }), (steps, backends) => {
        const schedule = createSchedule({ maxPredictedWaitSeconds: Infinity });
        const most = Math.max(1, backends - 1);
        let nowMs = 0;
        const feed = (event: ScheduleEvent): void => {
          apply(schedule, event);
          expect(findDrift(schedule)).toEqual([]);
          if (schedule.liveBackends < backends) return;
          expect(mostHeld(schedule, isPersons)).toBeLessThanOrEqual(most);
          expect(mostHeld(schedule, isBatch)).toBeLessThanOrEqual(most);
        };
        for (let i = 0; i < backends; i += 1) feed({ kind: 'backend-joined', backend: `b${i}`, nowMs });
        const rejoin = (): void => {
          for (let i = 0; i < backends; i += 1) feed({ kind: 'backend-joined', backend: `b${i}`, nowMs });
        };
        for (const [index, one] of steps.entries()) {
          nowMs += 100;
          const running = [...schedule.running.keys()];
          if (one.do === 'arrive')
            feed({ kind: 'submitted', submission: { ...one.one.submission, id: `t${index}` }, nowMs });
          else if (one.do === 'finish') feed(finished(running[one.which % Math.max(1, running.length)] ?? '', nowMs));
          else if (one.do === 'cancel') feed({ kind: 'withdrawn', task: `t${one.which}`, cause: 'cancelled', nowMs });
          else {
            feed({
              kind: 'returned',
              task: [...schedule.adrift.keys(), ...running][0] ?? '',
              isLost: one.isLost,
              nowMs,
            });
            rejoin();
          }
        }
        for (let left = 10 * steps.length; left > 0; left -= 1) {
          const [adrift] = schedule.adrift.keys();
          const [run] = schedule.running.keys();
          if (adrift !== undefined) feed({ kind: 'returned', task: adrift, isLost: false, nowMs });
          else if (run !== undefined) feed(finished(run, nowMs));
        }
        expect([schedule.waiting.size, schedule.running.size, schedule.adrift.size]).toEqual([0, 0, 0]);
      }),
      { numRuns: 300 },
    );
  });
});
