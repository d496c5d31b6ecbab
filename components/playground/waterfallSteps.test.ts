import { describe, expect, it } from 'vitest';
import { waterfallSteps } from './waterfallSteps';

const TIMINGS = {
  connectedMs: 5,
  startedMs: 30,
  firstResultMs: 200,
  endedMs: 210,
};

describe('where the time went', () => {
  it('covers the whole render without gaps', () => {
    const steps = waterfallSteps(TIMINGS, undefined);
    expect(steps.map(({ name }) => name)).toEqual(['connect', 'wait', 'draw', 'finish']);
    expect(steps.flatMap(({ fromMs, toMs }) => [fromMs, toMs])).toEqual([0, 5, 5, 30, 30, 200, 200, 210]);
  });

  it('leaves out what it did not come to', () => {
    const timings = { connectedMs: 5, startedMs: 9, endedMs: 50 };
    expect(waterfallSteps(timings, undefined).at(-1)?.name).toBe('run');
    expect(waterfallSteps({ endedMs: 3 }, {})).toHaveLength(1);
  });

  it('is told stage by stage where the server tells it', () => {
    const steps = waterfallSteps(TIMINGS, { asy: 60, queue: 10, typesetting: 50, converting: 0, other: 7 });
    expect(steps.map(({ name, toMs }) => [name, toMs])).toEqual([
      ['connect', 5],
      ['queue', 15],
      ['asy', 75],
      ['typesetting', 125],
      ['network', 210],
    ]);
    expect(waterfallSteps(TIMINGS, { cache: 0 }).map(({ name }) => name)).toEqual(['connect', 'network']);
    const late = waterfallSteps(TIMINGS, { asy: 500 });
    expect(late.at(-1)).toEqual({ name: 'network', fromMs: 210, toMs: 210 });
  });
});
