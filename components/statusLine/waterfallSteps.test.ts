import { describe, expect, it } from 'vitest';
import { waterfallSteps } from './waterfallSteps';

describe('where the time went', () => {
  it('covers the whole render without gaps', () => {
    const steps = waterfallSteps({
      connectedMilliseconds: 5,
      startedMilliseconds: 30,
      firstResultMilliseconds: 200,
      endedMilliseconds: 210,
    });
    expect(steps.map(({ name }) => name)).toEqual(['Connect', 'Send and wait', 'Draw', 'Finish']);
    expect(steps.flatMap(({ fromMilliseconds, toMilliseconds }) => [fromMilliseconds, toMilliseconds])).toEqual([
      0, 5, 5, 30, 30, 200, 200, 210,
    ]);
  });

  it('leaves out what it did not come to', () => {
    expect(
      waterfallSteps({ connectedMilliseconds: 5, startedMilliseconds: 9, endedMilliseconds: 50 }).at(-1)?.name,
    ).toBe('Run');
    expect(waterfallSteps({ endedMilliseconds: 3 })).toHaveLength(1);
  });
});
