import { describe, expect, it } from 'vitest';
import { Brief } from './testing/brief';
import { EstimatePass } from './estimate';
import { forecastWaitSeconds } from './forecast';
import { createRandom } from './random';
import type { TaskClass } from './taskClass';

/** Four backends with a history of one second for each run, and so many waiting tasks, the classes mixed. */
function crowded(waiting: readonly (readonly [TaskClass, number])[]): Brief {
  const brief = new Brief(4, { maxPredictedWaitSeconds: Infinity });
  for (const taskClass of [0, 1, 2, 'default'] as const) {
    for (let i = 0; i < 200; i += 1) brief.schedule.history?.record(taskClass, { seconds: 1, cutShort: false });
  }
  const most = Math.max(0, ...waiting.map(([, count]) => count));
  for (let i = 0; i < most; i += 1) {
    for (const [taskClass, count] of waiting) {
      const due = Math.floor(((i + 1) * count) / most) - Math.floor((i * count) / most);
      if (due > 0) brief.submit(`${taskClass}-${i}`, 0, { taskClass });
    }
  }
  return brief;
}

const newcomer = (taskClass: TaskClass, client = 'new') =>
  ({ id: 'new', taskClass, client, address: client, owner: 'connection' }) as const;

// docs/queue.md, 8
describe('the forecast of the wait', () => {
  it('is nothing while nobody waits', () => {
    expect(forecastWaitSeconds(crowded([]).schedule, newcomer('default'))).toBe(0);
  });

  it('is the work ahead by the backends, or by those that slow work may have', () => {
    const { schedule } = crowded([
      [0, 40],
      [2, 20],
    ]);
    // Four run, so 56 s of work wait for four backends; 20 s of slow work need fewer than the two it may have.
    expect(forecastWaitSeconds(schedule, newcomer(0))).toBeCloseTo(14, 6);
    expect(forecastWaitSeconds(schedule, newcomer(2))).toBeCloseTo(14, 6);
  });

  it('does not let fast tasks wait for slow ones that are held back', () => {
    const { schedule } = crowded([[2, 102]]);
    const wait = forecastWaitSeconds(schedule, newcomer(2));
    expect(wait).toBeGreaterThan(40);
    expect(forecastWaitSeconds(schedule, newcomer(0))).toBe(0);
  });

  it('comes close to what the estimator says of a long queue', () => {
    const brief = crowded([
      ['default', 150],
      [1, 60],
      [2, 60],
    ]);
    for (const taskClass of [0, 1, 2, 'default'] as const) {
      const forecast = forecastWaitSeconds(brief.schedule, newcomer(taskClass));
      const id = `probe-${taskClass}`;
      brief.submit(id, 0, { taskClass });
      const pass = new EstimatePass(brief.schedule, { nowMs: 0, random: createRandom(1), only: id, draws: 1 });
      pass.step(Infinity);
      const estimate = pass.estimates()[0]?.estimateSeconds ?? NaN;
      expect(Math.abs(forecast - estimate)).toBeLessThan(0.1 * estimate);
    }
  });

  it('grows with the own lane', () => {
    const brief = crowded([['default', 20]]);
    const before = forecastWaitSeconds(brief.schedule, newcomer('default', 'ann'));
    for (let i = 0; i < 6; i += 1) brief.submit(`ann-${i}`, 0, { client: 'ann' });
    expect(forecastWaitSeconds(brief.schedule, newcomer('default', 'ann'))).toBeGreaterThan(2 * before);
    expect(forecastWaitSeconds(brief.schedule, newcomer('default', 'bob'))).toBeLessThan(2 * before);
  });

  it('denies beyond the cap, with the number; batch work is not denied', () => {
    const brief = new Brief(1, { maxPredictedWaitSeconds: 5 });
    brief.schedule.history?.record(2, { seconds: 10, cutShort: false });
    const answers = Array.from({ length: 40 }, (_, i) => brief.submit(`t${i}`, 0, { taskClass: 2 }));
    expect(answers.at(-1)).toEqual(['deny t39 long-wait']);
    expect(brief.submit('book', 0, { taskClass: 'batch' })).toEqual(['number book']);
  });

  it('denies nobody on a guess: 300 tasks of half a second on a fresh server all get in', () => {
    const brief = new Brief(2);
    const answers = Array.from({ length: 300 }, (_, i) => brief.submit(`t${i}`, 0, { taskClass: 1 }));
    expect(answers.flat().filter((answer) => answer.startsWith('deny'))).toEqual([]);
    brief.finish('t0', 500);
    expect(brief.submit('late', 500, { taskClass: 1 })).toEqual(['number late']);
  });
});
