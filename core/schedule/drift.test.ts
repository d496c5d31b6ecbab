import { describe, expect, it } from 'vitest';
import { Brief } from './testing/brief';
import { findDrift } from './drift';

/** A shell and a task run, batch work and a client's lane wait. */
function busy(): Brief {
  const brief = new Brief(2, { tasksPerClient: 1 });
  brief.submit('shell', 0, { taskClass: 'interactive' });
  brief.submit('run', 0, { taskClass: 2 });
  for (const id of ['one', 'two']) brief.submit(id, 0, { taskClass: 2, client: 'ann' });
  brief.submit('book', 0, { taskClass: 'batch', owner: 'detached' });
  return brief;
}

// docs/queue.md, 11. That nothing ever drifts is shown with the cycle.
describe('drift', () => {
  it('is none where the schedule counts right', () => {
    expect(findDrift(busy().schedule)).toEqual([]);
  });

  it('is told with what was counted and what there is', () => {
    const { schedule } = busy();
    schedule.counts[2] = 5;
    schedule.shells += 1;
    schedule.haltableBatch += 1;
    schedule.liveBackends += 1;
    schedule.free.add('b9');
    schedule.waiting.delete('book');
    schedule.running.delete('run');
    expect(findDrift(schedule).map((words) => words.split(':')[0])).toEqual([
      'running tasks by level',
      'shells',
      'batch work that may be halted',
      'live backends',
      'free backends',
      'waiting tasks',
      'held by addresses',
      'batch work held by addresses',
    ]);
  });

  it('is told of a backend whose task does not run', () => {
    const { schedule } = busy();
    for (const backend of schedule.backends.values()) backend.task &&= 'nobody';
    expect(findDrift(schedule)).toEqual(['backends with a task: 2 by count, 0 in fact']);
  });
});
