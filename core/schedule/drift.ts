/**
 * Compares what the schedule counts along the way with a count from scratch (docs/queue.md, 11). They can only differ
 * through a bug; whoever finds one says so and builds the schedule anew from the snapshot.
 */
import { recount } from './runs';
import { isStubborn, lanesOf, type Schedule } from './schedule';
import { isShellPlace } from './shellPlaces';
import { isNumbered, type Task } from './task';

/** What differs, in words; none if all is well. Costs one look at each backend and each task. */
export function findDrift(schedule: Schedule): string[] {
  const { backends, running, free, freePlaces, queues, people, batch, waiting } = schedule;
  const fresh: Schedule = { ...schedule };
  recount(fresh);
  const inQueues = queues.reduce((sum, queue) => sum + queue.size, 0);
  const all = [...backends];
  const idle = all.filter(([, { draining, task }]) => !draining && task === undefined);
  const busy = all.filter(([id, { task }]) => task !== undefined && running.get(task)?.backend === id);
  const live = all.filter(([id, { draining, task }]) => !isShellPlace(id) && (!draining || task !== undefined));
  const compared: [what: string, counted: unknown, found: unknown][] = [
    ['running tasks by level', schedule.counts.join(), fresh.counts.join()],
    ['shells', schedule.shells, fresh.shells],
    ['batch work that may be halted', schedule.haltableBatch, fresh.haltableBatch],
    ['live backends', schedule.liveBackends, live.length],
    [
      'free backends',
      [...free, ...freePlaces].sort().join(),
      idle
        .map(([id]) => id)
        .sort()
        .join(),
    ],
    ['backends with a task', running.size, busy.length],
    ['waiting tasks', waiting.size, inQueues + people.waiting + batch.waiting],
    ['held by addresses', heldText(people.held()), heldText(findHeld(schedule, 'people'))],
    ['batch work held by addresses', heldText(batch.held()), heldText(findHeld(schedule, 'batch'))],
  ];
  return compared
    .filter(([, counted, found]) => counted !== found)
    .map(([what, counted, found]) => `${what}: ${String(counted)} by count, ${String(found)} in fact`);
}

function findHeld(schedule: Schedule, whose: 'people' | 'batch'): Map<string, number> {
  const held = new Map<string, number>();
  const add = ({ address }: Task) => held.set(address, (held.get(address) ?? 0) + 1);
  const isOurs = ({ taskClass }: Task) =>
    taskClass !== 'interactive' && lanesOf(schedule, taskClass) === schedule[whose];
  for (const { task } of schedule.running.values())
    if (isOurs(task) || (whose === 'people' && isStubborn(schedule, task))) add(task);
  for (const { task } of schedule.adrift.values()) if (isOurs(task)) add(task);
  for (const task of schedule.waiting.values()) if (isNumbered(task) && isOurs(task)) add(task);
  return held;
}

function heldText(held: Iterable<readonly [address: string, count: number]>): string {
  return [...held]
    .filter(([, count]) => count !== 0)
    .map(([address, count]) => `${address} ${count}`)
    .sort()
    .join();
}
