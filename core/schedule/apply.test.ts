import { describe, expect, it } from 'vitest';
import { apply } from './apply';
import type { Effect } from './events';
import { createSchedule, type Schedule } from './schedule';
import type { Submission } from './task';

let serial = 0;
function submission(changes: Partial<Submission> = {}): Submission {
  serial += 1;
  const id = changes.id ?? `t${serial}`;
  return { id, taskClass: 'default', client: id, address: id, owner: 'connection', ...changes };
}

function withBackends(count: number, options: Parameters<typeof createSchedule>[0] = {}): Schedule {
  const schedule = createSchedule(options);
  for (let i = 1; i <= count; i += 1) apply(schedule, { kind: 'backend-joined', backend: `b${i}`, nowMs: 0 });
  return schedule;
}

function submit(schedule: Schedule, nowMs: number, changes: Partial<Submission> = {}): Effect[] {
  return apply(schedule, { kind: 'submitted', submission: submission(changes), nowMs });
}

const brief = (effects: readonly Effect[]): string[] =>
  effects.map((effect) => {
    switch (effect.kind) {
      case 'permit':
        return `permit ${effect.task} ${effect.backend} ${effect.durationSeconds}`;
      case 'downgrade':
        return `downgrade ${effect.task} ${effect.durationSeconds}`;
      case 'end':
        return `end ${effect.task} ${effect.reason}`;
      case 'halt':
        return `halt ${effect.task} ${effect.backend}`;
      case 'deny':
        return `deny ${effect.task} ${effect.denial.cause}`;
      case 'limits-kept':
        return effect.kind;
      case 'number':
      case 'lane':
      case 'warn':
      case 'requeue':
        return `${effect.kind} ${effect.task}`;
    }
  });

describe('the cycle', () => {
  it('starts default tasks with the longest duration that violates no limit', () => {
    const schedule = withBackends(4);
    const granted = [0, 1, 2, 3].flatMap(() => submit(schedule, 0)).filter((effect) => effect.kind === 'permit');
    expect(granted.map((effect) => effect.durationSeconds)).toEqual([30, 30, 10, 3]);
  });

  it('downgrades one more default task, the longest running, each time the head finds no backend', () => {
    const schedule = withBackends(2);
    submit(schedule, 0, { id: 'a' });
    submit(schedule, 1000, { id: 'b' });
    expect(brief(submit(schedule, 5000, { id: 'c' }))).toEqual(['number c', 'downgrade a 3']);
    expect(brief(submit(schedule, 6000, { id: 'd' }))).toEqual(['number d', 'downgrade b 3']);
    expect(brief(submit(schedule, 7000, { id: 'e' }))).toEqual(['number e']);
  });
});
