import { describe, expect, it } from 'vitest';
import { pictureOf, progressOf, titleOf, toneOf } from './taskStyle';

describe('the look of a task', () => {
  it('tells success from failure', () => {
    expect(toneOf({ state: 'terminated', exit_status: 'success' })).toBe('done');
    expect(toneOf({ state: 'terminated', exit_status: 'timeout' })).toBe('failed');
    expect(toneOf({ state: 'pending_cancellation' })).toBe('stopping');
  });

  it('has a title, and a picture if there is one', () => {
    expect(titleOf({ id: 't1', local_name: 'plot' })).toBe('plot');
    expect(titleOf({ id: 't1' })).toBe('t1');
    const artifact = (type: string) => ({ file: 'f', type, bytes: 1, url: `/${type}` });
    expect(pictureOf({ artifacts: [artifact('text/plain'), artifact('image/svg+xml')] })).toBe('/image/svg+xml');
    expect(pictureOf({ artifacts: [artifact('application/pdf')] })).toBeUndefined();
  });

  it('sums up', () => {
    const tasks = [
      { state: 'terminated', exit_status: 'success' },
      { state: 'running' },
      { state: 'inactive' },
    ] as const;
    expect(progressOf(tasks)).toEqual({ total: 3, done: 1, running: 1, failed: 0, cancelled: 0 });
  });
});
