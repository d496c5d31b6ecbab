import { describe, expect, it } from 'vitest';
import { Brief } from './testing/brief';
import { EstimatePass, runSlice, type Estimate } from './estimate';
import { createRandom } from './random';
import type { Schedule } from './schedule';

function estimateAll(schedule: Schedule, nowMs: number, changes = {}): Map<string, Estimate> {
  const pass = new EstimatePass(schedule, { nowMs, random: createRandom(1), ...changes });
  pass.step(Infinity);
  return new Map(pass.estimates().map((estimate) => [estimate.task, estimate]));
}

/** One backend, and lengths that are known. */
function busy(): Brief {
  const brief = new Brief(1);
  for (const id of ['a', 'b', 'c', 'd']) brief.submit(id, 0, { taskClass: 0 });
  return brief;
}

describe('estimates', () => {
  // docs/queue.md, 13
  it('are exact where the run lengths are known', () => {
    const lengths = new Map([
      ['a', 2],
      ['b', 1],
      ['c', 9],
    ]);
    const { schedule } = busy();
    const lengthSecondsOf = (run: { task: { id: string } }) => lengths.get(run.task.id) ?? 1;
    const estimates = estimateAll(schedule, 500, { draws: 1, lengthSecondsOf });
    expect([...estimates.values()].map((it) => [it.task, it.estimateSeconds, it.position, it.rough])).toEqual([
      ['b', 1.5, 1, false],
      ['c', 2.5, 2, false],
      // c is cut off after the 3 s of its class.
      ['d', 5.5, 3, false],
    ]);
  });

  it('leave the schedule as it was', () => {
    const { schedule } = busy();
    estimateAll(schedule, 0);
    expect([schedule.waiting.size, schedule.running.size, schedule.nextPermit]).toEqual([3, 1, 2]);
    expect([...(schedule.history?.recorded() ?? [])]).toEqual([]);
  });

  // docs/queue.md, 14
  it('ascend along the queue of a class, each below its bound', () => {
    const { schedule } = busy();
    const [b, c, d] = [...estimateAll(schedule, 0).values()];
    const seconds = [b, c, d].map((it) => it?.estimateSeconds ?? NaN);
    expect(seconds).toEqual([...seconds].sort((one, other) => one - other));
    for (const it of [b, c, d]) {
      expect(it?.upperSeconds ?? 0).toBeGreaterThanOrEqual(it?.estimateSeconds ?? Infinity);
      expect(it?.lowerSeconds ?? Infinity).toBeLessThanOrEqual(it?.estimateSeconds ?? 0);
    }
  });

  it('shrink as the running task goes on', () => {
    const { schedule } = busy();
    const first = estimateAll(schedule, 0).get('b')?.estimateSeconds ?? NaN;
    expect(estimateAll(schedule, 2900).get('b')?.estimateSeconds).toBeLessThanOrEqual(Math.max(0.1, first));
  });

  it('are the same in slices of any size', () => {
    const { schedule } = busy();
    const whole = estimateAll(schedule, 0);
    const pass = new EstimatePass(schedule, { nowMs: 0, random: createRandom(1) });
    let slices = 0;
    let clockMs = 0;
    while (!runSlice(pass, () => (clockMs += 1), 3)) slices += 1;
    expect(slices).toBeGreaterThan(5);
    expect(new Map(pass.estimates().map((it) => [it.task, it]))).toEqual(whole);
  });

  it('hold for the moment of their making, whatever happens meanwhile', () => {
    const brief = busy();
    const whole = estimateAll(brief.schedule, 0);
    const pass = new EstimatePass(brief.schedule, { nowMs: 0, random: createRandom(1) });
    pass.step(50);
    brief.finish('a', 5);
    pass.step(Infinity);
    expect(new Map(pass.estimates().map((it) => [it.task, it]))).toEqual(whole);
  });

  it('can be asked for one task', () => {
    const { schedule } = busy();
    expect([...estimateAll(schedule, 0, { only: 'c' }).keys()]).toEqual(['c']);
  });

  it('are rough in a lane, with the place there', () => {
    const brief = new Brief(1, { tasksPerClient: 1 });
    for (const id of ['a', 'b', 'c', 'd']) brief.submit(id, 0, { client: 'ann' });
    const estimates = estimateAll(brief.schedule, 0);
    expect(estimates.get('b')).toMatchObject({ position: 1, rough: false });
    expect(estimates.get('d')).toMatchObject({ position: 2, rough: true });
    expect(estimates.get('d')?.estimateSeconds).toBeGreaterThan(estimates.get('b')?.estimateSeconds ?? Infinity);
  });

  it('are rough for batch work, after all people', () => {
    const brief = busy();
    for (const id of ['p', 'q']) brief.submit(id, 0, { taskClass: 'batch' });
    const estimates = estimateAll(brief.schedule, 0);
    expect(estimates.get('q')).toMatchObject({ position: 2, rough: true, upperSeconds: undefined });
    expect(estimates.get('p')?.estimateSeconds).toBeGreaterThan(estimates.get('d')?.estimateSeconds ?? Infinity);
  });

  it('are unknown without a backend, and in a paused class', () => {
    const none = new Brief(0);
    none.submit('a');
    expect(estimateAll(none.schedule, 0).get('a')?.estimateSeconds).toBeUndefined();
    const paused = busy();
    paused.hear({ kind: 'class-paused', taskClass: 0, nowMs: 0 });
    expect(estimateAll(paused.schedule, 0).get('b')?.estimateSeconds).toBeUndefined();
  });

  it('are none when nobody waits', () => {
    expect(estimateAll(new Brief(2).schedule, 0).size).toBe(0);
  });
});
