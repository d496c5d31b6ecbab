import { describe, expect, it } from 'vitest';
import { QueueNotices } from './queueNotices';

// docs/asyonline.md, 15
describe('queue notices', () => {
  it('hold the newest change until the interval is over', () => {
    const notices = new QueueNotices(1000);
    expect(notices.take({ estimateSeconds: 3 }, 0)).toBe('queue {"estimate":3}');
    expect(notices.take({ estimateSeconds: 2 }, 400)).toBeUndefined();
    expect(notices.deadline).toBe(1000);
    expect(notices.due(999)).toBeUndefined();
    expect(notices.due(1000)).toBe('queue {"estimate":2}');
    expect(notices.deadline).toBeUndefined();
  });

  it('mark an estimate as rough only if it is', () => {
    const notice = { estimateSeconds: 3, position: 2, upperSeconds: 5 };
    expect(new QueueNotices(1000).take({ ...notice, rough: false }, 0)).toBe(
      'queue {"estimate":3,"position":2,"upper":5}',
    );
    expect(new QueueNotices(1000).take({ ...notice, rough: true }, 0)).toMatch(/,"rough":true\}$/);
  });

  it('start afresh after the wait is over, but keep the interval', () => {
    const notices = new QueueNotices(1000);
    notices.take({ estimateSeconds: 3 }, 0);
    notices.take({ estimateSeconds: 2 }, 1);
    notices.stop();
    expect(notices.deadline).toBeUndefined();
    expect(notices.take({ estimateSeconds: 3 }, 500)).toBeUndefined();
    expect(notices.due(1000)).toBe('queue {"estimate":3}');
  });
});
