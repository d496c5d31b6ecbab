import { describe, expect, it } from 'vitest';
import { Calibration } from './calibration';

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
