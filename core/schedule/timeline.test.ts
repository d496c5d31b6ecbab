import { describe, expect, it } from 'vitest';
import { copySchedule, createSchedule } from './schedule';
import { Timeline } from './timeline';

const task = (id: string, taskClass: 'default' | number = 'default') =>
  ({ id, taskClass, client: id, address: id, owner: 'connection' }) as const;

function timelineOf(backends: number, lengths: Readonly<Record<string, number>>): Timeline {
  const timeline = new Timeline(createSchedule(), (run) => lengths[run.task.id] ?? 1, 0);
  for (let i = 0; i < backends; i += 1) timeline.feed({ kind: 'backend-joined', backend: `b${i}`, nowMs: 0 });
  return timeline;
}

describe('a timeline', () => {
  it('ends a run after its length or its duration, whichever is less', () => {
    const timeline = timelineOf(2, { short: 1, long: 50 });
    timeline.feed({ kind: 'submitted', submission: task('short', 0), nowMs: 0 });
    timeline.feed({ kind: 'submitted', submission: task('long', 0), nowMs: 500 });
    expect(timeline.nextEndMs()).toBe(1000);
    timeline.endNext();
    expect(timeline.nextEndMs()).toBe(3500);
    timeline.endNext();
    expect(timeline.nextEndMs()).toBeUndefined();
    expect([...(timeline.schedule.history?.recorded() ?? [])]).toEqual([
      [
        0,
        [
          { seconds: 1, cutShort: false },
          { seconds: 3, cutShort: true },
        ],
      ],
    ]);
  });

  // docs/queue.md, 5
  it('ends a run at once when a downgrade finds it past its deadline', () => {
    const timeline = timelineOf(1, { first: 20 });
    timeline.feed({ kind: 'submitted', submission: task('first'), nowMs: 0 });
    timeline.feed({ kind: 'submitted', submission: task('second'), nowMs: 8000 });
    expect(timeline.nextEndMs()).toBe(8000);
    expect(timeline.endNext()).toMatchObject([{ kind: 'end' }, { kind: 'permit', task: 'second' }]);
  });

  it('goes on from what already runs, in a copy', () => {
    const timeline = timelineOf(1, { a: 2 });
    timeline.feed({ kind: 'submitted', submission: task('a'), nowMs: 0 });
    const ahead = new Timeline(copySchedule(timeline.schedule), (_, elapsed) => elapsed + 4, 1000);
    expect(ahead.nextEndMs()).toBe(5000);
    ahead.endNext();
    expect(timeline.schedule.running.size).toBe(1);
  });
});
