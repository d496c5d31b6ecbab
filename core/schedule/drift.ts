/**
 * Compares what the schedule counts along the way with a count from scratch (docs/queue.md, 11). They can only differ
 * through a bug; whoever finds one says so and builds the schedule anew from the snapshot.
 */
import { recount } from './runs';
import type { Schedule } from './schedule';

/** What differs, in words; none if all is well. Costs one look at each backend and each run. */
export function findDrift(schedule: Schedule): string[] {
  const { backends, running, free, queues, people, batch, waiting } = schedule;
  const fresh: Schedule = { ...schedule };
  recount(fresh);
  const inQueues = queues.reduce((sum, queue) => sum + queue.size, 0);
  const all = [...backends];
  const idle = all.filter(([, { draining, task }]) => !draining && task === undefined);
  const busy = all.filter(([id, { task }]) => task !== undefined && running.get(task)?.backend === id);
  const live = all.filter(([, { draining, task }]) => !draining || task !== undefined);
  const compared: [what: string, counted: unknown, found: unknown][] = [
    ['running tasks by level', schedule.counts.join(), fresh.counts.join()],
    ['shells', schedule.shells, fresh.shells],
    ['batch work that may be halted', schedule.haltableBatch, fresh.haltableBatch],
    ['live backends', schedule.liveBackends, live.length],
    [
      'free backends',
      [...free].sort().join(),
      idle
        .map(([id]) => id)
        .sort()
        .join(),
    ],
    ['backends with a task', running.size, busy.length],
    ['waiting tasks', waiting.size, inQueues + people.waiting + batch.waiting],
  ];
  return compared
    .filter(([, counted, found]) => counted !== found)
    .map(([what, counted, found]) => `${what}: ${String(counted)} by count, ${String(found)} in fact`);
}
