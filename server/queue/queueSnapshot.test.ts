import { expect, it } from 'vitest';
import { Brief } from '@/core/schedule/testing/brief';
import { queueSnapshot } from './queueSnapshot';

it('knows since when the oldest task waits, in the queue or in a lane', () => {
  const brief = new Brief(1, { tasksPerClient: 1 });
  brief.submit('runs', 1000, { client: 'ann', taskClass: 0 });
  const options = { epoch: 1, leader: 'l', calibration: undefined, lost: [], configuredLevels: '' };
  const snapshot = () => queueSnapshot(brief.schedule, { ...options, estimates: new Map(), unread: new Map() }, 9000);
  const oldest = () => snapshot().classes.fast?.oldestSinceMs;
  expect(oldest()).toBeUndefined();
  brief.submit('next', 5000, { client: 'ann', taskClass: 0 });
  brief.submit('later', 2000, { client: 'ann', taskClass: 0 });
  expect(snapshot().inLanes).toBe(1);
  expect(oldest()).toBe(2000);
});
