import { expect, it } from 'vitest';
import { apply } from './apply';
import type { ScheduleEvent } from './events';
import { createSchedule, type Schedule } from './schedule';
import { snapshot } from './snapshot';
import { WhatIf } from './whatIf';

/** Four backends, of which slow tasks may have one; eight slow ones and two of the usual kind have come. */
function busy(): Schedule {
  const levels = [
    { durationSeconds: 3, limit: { percent: 100 } },
    { durationSeconds: 30, limit: { count: 1 } },
  ];
  const schedule = createSchedule({ levels, maxPredictedWaitSeconds: Infinity });
  for (let i = 0; i < 4; i += 1) apply(schedule, { kind: 'backend-joined', backend: `b${i}`, nowMs: 0 });
  for (let i = 0; i < 8; i += 1) {
    const submission = { id: `s${i}`, taskClass: 1, client: `c${i}`, address: `c${i}`, owner: 'connection' } as const;
    apply(schedule, { kind: 'submitted', submission, nowMs: 0 });
  }
  return schedule;
}

function rowsOf(schedule: Schedule, event: Omit<Extract<ScheduleEvent, { kind: 'limits-changed' }>, 'nowMs'> | object) {
  const whatIf = new WhatIf(schedule, [{ ...event, nowMs: 0 } as ScheduleEvent], { nowMs: 0, seed: 7 });
  while (!whatIf.runSlice(() => 0, 1));
  return whatIf.rows();
}

it('tells the waits before and after a limit, and changes nothing', () => {
  const schedule = busy();
  const before = JSON.stringify(snapshot(schedule));
  const [first, last] = schedule.levels;
  if (!first || !last) throw new Error('two levels');
  const levels = [first, { ...last, limit: { count: 4 } }];
  const [row] = rowsOf(schedule, { kind: 'limits-changed', levels });
  expect(row).toMatchObject({ tasks: 7, before: { stuck: 0 }, after: { stuck: 0 } });
  expect(row?.after.longestSeconds).toBeLessThan((row?.before.longestSeconds ?? 0) / 2);
  expect(JSON.stringify(snapshot(schedule))).toBe(before);
  // The same lots: what changes nothing shows no difference.
  const [same] = rowsOf(schedule, { kind: 'limits-changed', levels: schedule.levels });
  expect(same?.after).toEqual(same?.before);
});

it('tells who would not start any more in a paused class', () => {
  const [row] = rowsOf(busy(), { kind: 'class-paused', taskClass: 1 });
  expect(row?.before.stuck).toBe(0);
  expect(row?.after).toEqual({ medianSeconds: undefined, longestSeconds: undefined, stuck: 7 });
});
