import { describe, expect, it } from 'vitest';
import { createRandom } from './random';
import { BoundScale, Calibration, LOWER_SHARE, UPPER_SHARE } from './calibration';

// docs/queue.md, 15
describe('calibration', () => {
  it('says nothing before there is anything to say', () => {
    expect(new Calibration(10).summary()).toBeUndefined();
  });

  it('sums up error, share of good estimates and share of bounds that held', () => {
    const calibration = new Calibration(10);
    calibration.record({ estimateSeconds: 3, upperSeconds: 6, actualSeconds: 4 });
    calibration.record({ estimateSeconds: 20, upperSeconds: 30, actualSeconds: 16 });
    calibration.record({ estimateSeconds: 10, upperSeconds: 12, actualSeconds: 20 });
    calibration.record({ estimateSeconds: 1, upperSeconds: 2, actualSeconds: 0 });
    expect(calibration.summary()).toEqual({
      pairs: 4,
      meanWaitSeconds: 10,
      meanErrorSeconds: 4,
      relativeError: 0.4,
      goodShare: 0.75,
      boundShare: 0.75,
    });
  });

  it('keeps the most recent pairs', () => {
    const calibration = new Calibration(2);
    for (const actualSeconds of [100, 1, 3]) {
      calibration.record({ estimateSeconds: 2, upperSeconds: 9, actualSeconds });
    }
    expect(calibration.summary()).toMatchObject({ pairs: 2, meanWaitSeconds: 2, meanErrorSeconds: 1 });
  });
});

describe('the scale of the bound', () => {
  it('is wide while nothing is known, and follows what comes', () => {
    const scale = new BoundScale(UPPER_SHARE);
    expect(scale.apply(4, 6)).toBeGreaterThan(6);
    for (let i = 0; i < 200; i += 1) scale.record(9, 19);
    expect(scale.apply(4, 9)).toBeCloseTo(19, 6);
    for (let i = 0; i < 200; i += 1) scale.record(9, 7);
    expect(scale.apply(4, 9)).toBeCloseTo(7, 6);
    expect(scale.apply(8, 9)).toBe(8);
  });

  it('makes a bound hold for about nine of ten, whatever the waits are like', () => {
    const random = createRandom(3);
    for (const stretch of [0.7, 1, 3]) {
      const scale = new BoundScale(UPPER_SHARE);
      let held = 0;
      for (let i = 0; i < 2000; i += 1) {
        const actual = stretch * 10 * -Math.log(1 - random());
        if (actual <= scale.apply(5, 12)) held += 1;
        scale.record(12, actual);
      }
      expect(held / 2000).toBeGreaterThan(0.86);
      expect(held / 2000).toBeLessThan(0.94);
    }
  });

  it('makes a lower bound one that few waits end before', () => {
    const random = createRandom(4);
    for (const stretch of [0.5, 1, 3]) {
      const scale = new BoundScale(LOWER_SHARE);
      let held = 0;
      for (let i = 0; i < 2000; i += 1) {
        const actual = stretch * (4 + 6 * random());
        if (actual >= scale.apply(7, 4)) held += 1;
        scale.record(4, actual);
      }
      expect(held / 2000).toBeGreaterThan(0.92);
    }
    const scale = new BoundScale(LOWER_SHARE);
    expect(scale.apply(4, 3)).toBeLessThan(3);
    expect(scale.apply(4, 0)).toBe(0);
    expect(scale.apply(2, 9)).toBe(2);
  });

  it('stays within reason', () => {
    const scale = new BoundScale(UPPER_SHARE);
    for (let i = 0; i < 200; i += 1) scale.record(0, 1e6);
    expect(scale.factor).toBe(5);
  });
});
