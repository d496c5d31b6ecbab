import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Alarm } from './alarm';

describe('an alarm', () => {
  beforeEach(() => void vi.useFakeTimers({ now: 1_000_000 }));
  afterEach(() => void vi.useRealTimers());

  function open() {
    const rings: number[] = [];
    const alarm = new Alarm(Date.now, () => rings.push(Date.now()));
    return { rings, alarm };
  }

  it('rings once, at the moment set last', () => {
    const { rings, alarm } = open();
    alarm.set(1_005_000);
    alarm.set(1_000_500);
    vi.advanceTimersByTime(10_000);
    expect(rings).toEqual([1_000_500]);
  });

  it('rings at once for the past, and may be set again for the same moment', () => {
    const { rings, alarm } = open();
    alarm.set(999_000);
    vi.advanceTimersByTime(0);
    alarm.set(999_000);
    vi.advanceTimersByTime(0);
    expect(rings).toHaveLength(2);
  });

  it('can be put off for ever, and moved only nearer', () => {
    const { rings, alarm } = open();
    alarm.set(1_000_500);
    alarm.set(Infinity);
    vi.advanceTimersByTime(1000);
    expect(rings).toEqual([]);
    alarm.setEarlier(1_003_000);
    alarm.setEarlier(1_009_000);
    vi.advanceTimersByTime(9000);
    expect(rings).toEqual([1_003_000]);
  });

  it('reaches moments beyond the longest timer', () => {
    const { rings, alarm } = open();
    const at = 1_000_000 + 2 ** 33;
    alarm.set(at);
    vi.advanceTimersByTime(2 ** 33 - 1);
    expect(rings).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(rings).toEqual([at]);
  });
});
