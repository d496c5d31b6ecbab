import { describe, expect, it } from 'vitest';
import { apply } from '@/core/schedule/apply';
import { DEFAULT_OPTIONS } from '@/core/schedule/options';
import { createSchedule, type Schedule } from '@/core/schedule/schedule';
import type { QueueSight } from './classQueues';
import { Consistency } from './consistency';

const LOOKS = 8;

function withOneWaiting(): Schedule {
  const schedule = createSchedule(DEFAULT_OPTIONS);
  const submission = { id: 't', taskClass: 0, client: 'c', address: 'a', owner: 'connection' } as const;
  apply(schedule, { kind: 'submitted', submission: { ...submission, durationSeconds: 1 }, nowMs: 0 });
  return schedule;
}

const sight = (waiting: number, active: string[] = []): QueueSight[] => [{ queue: 'fast', waiting, active }];

function looks(count: number, schedule: Schedule, sights: QueueSight[], consistency = new Consistency()) {
  return Array.from({ length: count }, () => consistency.compare(schedule, sights)).at(-1);
}

describe('what the scheduler believes', () => {
  it('may be as the queues are for as long as it likes', () => {
    expect(looks(5 * LOOKS, withOneWaiting(), sight(1))).toBeUndefined();
  });

  it('may differ for a moment, and not for longer', () => {
    const schedule = withOneWaiting();
    expect(looks(LOOKS - 1, schedule, sight(0))).toBeUndefined();
    expect(looks(LOOKS, schedule, sight(0))).toBe('0 wait in fast, and 1 are believed to');
    expect(looks(LOOKS, schedule, sight(1, ['u']))).toBe('u runs, and nobody knows of it');
  });

  it('is suspected anew when it was right in between', () => {
    const consistency = new Consistency();
    const schedule = withOneWaiting();
    looks(LOOKS - 1, schedule, sight(0), consistency);
    looks(1, schedule, sight(1), consistency);
    expect(looks(LOOKS - 1, schedule, sight(0), consistency)).toBeUndefined();
  });
});
