import { describe, expect, it } from 'vitest';
import { NO_CONTROL } from '@/core/admin/control';
import { apply } from '@/core/schedule/apply';
import type { ScheduleEvent } from '@/core/schedule/events';
import { DEFAULT_OPTIONS } from '@/core/schedule/options';
import { createSchedule } from '@/core/schedule/schedule';
import { controlEvents, levelsOf, sameDurations } from './applyControl';

const { levels } = DEFAULT_OPTIONS;

describe('what administrators have set', () => {
  it('becomes the events that are missing, and none the second time', () => {
    const schedule = createSchedule(DEFAULT_OPTIONS);
    for (const backend of ['w.1', 'w.2']) apply(schedule, { kind: 'backend-joined', backend, nowMs: 0 });
    const control = { ...NO_CONTROL, paused: ['fast', 'unheard of'], draining: ['w.2', 'w.9'] };
    const events = controlEvents(schedule, control, levels);
    expect(events).toEqual([
      { kind: 'class-paused', taskClass: 0 },
      { kind: 'backend-draining', backend: 'w.2' },
    ]);
    for (const event of events) apply(schedule, { ...event, nowMs: 0 } as ScheduleEvent);
    expect(controlEvents(schedule, control, levels)).toEqual([]);
    expect(controlEvents(schedule, NO_CONTROL, levels)).toEqual([
      { kind: 'class-resumed', taskClass: 0 },
      { kind: 'backend-resumed', backend: 'w.2' },
    ]);
  });

  it('changes the limits only where they differ', () => {
    const schedule = createSchedule(DEFAULT_OPTIONS);
    const [first, ...rest] = levels;
    if (!first) throw new Error('no level');
    const changed = [{ ...first, limit: { count: 1 } }, ...rest];
    expect(controlEvents(schedule, NO_CONTROL, changed)).toEqual([{ kind: 'limits-changed', levels: changed }]);
    expect(sameDurations(changed, levels)).toBe(true);
    expect(sameDurations(rest, levels)).toBe(false);
  });

  it('is as configured when it cannot be read', () => {
    expect(levelsOf({ ...NO_CONTROL, levels: 'nonsense' }, levels)).toBe(levels);
    expect(levelsOf(NO_CONTROL, levels)).toBe(levels);
    expect(levelsOf({ ...NO_CONTROL, levels: '2:1' }, levels)).toMatchObject([{ durationSeconds: 2 }]);
  });
});
