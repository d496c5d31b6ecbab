import { queueOf, type Schedule } from '@/core/schedule/schedule';
import { className, lineClasses } from '@/core/schedule/taskClass';
import { findDrift } from '@/core/schedule/drift';
import type { QueueSight } from './classQueues';

/**
 * Compares what the scheduler believes with what the queues hold (docs/queue.md, 11 and 20). The queues are right: an event
 * may have been lost with a connection, or the data may be older than it was.
 *
 * Much differs for a moment, because what was decided is on its way: a difference counts when it is seen in several
 * looks in a row.
 */

/** Longer than a task that nobody holds needs to come back. */
const LOOKS = 8;

export class Consistency {
  private suspicions = new Map<string, number>();

  /** What has differed for too long, or nothing. */
  compare(schedule: Schedule, sights: readonly QueueSight[]): string | undefined {
    const own = findDrift(schedule);
    if (own.length > 0) return `bug: the schedule has miscounted: ${own.join('; ')}`;
    const seen = new Map<string, number>();
    for (const suspicion of differences(schedule, sights))
      seen.set(suspicion, (this.suspicions.get(suspicion) ?? 0) + 1);
    this.suspicions = seen;
    return [...seen].find(([, looks]) => looks >= LOOKS)?.[0];
  }
}

function* differences(schedule: Schedule, sights: readonly QueueSight[]): Iterable<string> {
  const { levels, running, adrift } = schedule;
  const active = new Set(sights.flatMap((sight) => sight.active));
  for (const [id, { isTaken }] of running) {
    if (isTaken && !active.has(id)) yield `${id} is taken for running, and nobody holds it`;
    if (!isTaken) yield `nobody says what was taken for ${id}`;
  }
  for (const id of adrift.keys()) yield `${id} does not come back`;
  for (const id of active) if (!running.has(id) && !adrift.has(id)) yield `${id} runs, and nobody knows of it`;
  for (const taskClass of lineClasses(levels)) {
    const name = className(taskClass, levels);
    const believed = queueOf(schedule, taskClass).size;
    const found = sights.find(({ queue }) => queue === name)?.waiting ?? 0;
    if (found !== believed) yield `${found} wait in ${name}, and ${believed} are believed to`;
  }
}
