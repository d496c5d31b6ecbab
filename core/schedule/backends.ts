/**
 * Backends that come, go, drain and fall silent (docs/queue.md, 8).
 *
 * - joined: free from now on. One that is known already changes nothing.
 * - draining: takes no new task; counts as live until the one it runs has ended. resumed: the reverse.
 * - left: its task is adrift until the queue gives it back; one that it never took waits as before.
 *
 * Each returns whether the cycle is to run.
 */
import type { Effect } from './events';
import { giveUp } from './permits';
import { countBackends, removeRun, setAdrift } from './runs';
import type { Schedule } from './schedule';
import { freeLike } from './shellPlaces';

export function joinBackend(schedule: Schedule, id: string): boolean {
  if (schedule.backends.has(id)) return false;
  schedule.backends.set(id, { draining: false, task: undefined });
  freeLike(schedule, id).add(id);
  countBackends(schedule);
  return true;
}

export function leaveBackend(schedule: Schedule, id: string, effects: Effect[]): boolean {
  const run = schedule.running.get(schedule.backends.get(id)?.task ?? '');
  if (!forgetBackend(schedule, id)) return false;
  for (const adrift of [...schedule.adrift.values()])
    if (adrift.backend === id && !adrift.isTaken) giveUp(schedule, adrift, effects);
  if (run === undefined) return true;
  if (!run.isTaken) return giveUp(schedule, run, effects);
  removeRun(schedule, run);
  setAdrift(schedule, run);
  return true;
}

export function setDraining(schedule: Schedule, id: string, draining: boolean, effects: Effect[]): boolean {
  const backend = schedule.backends.get(id);
  if (backend === undefined || backend.draining === draining) return false;
  backend.draining = draining;
  if (draining) freeLike(schedule, id).delete(id);
  else if (backend.task === undefined) freeLike(schedule, id).add(id);
  countBackends(schedule);
  const run = schedule.running.get(backend.task ?? '');
  if (draining && run?.task.taskClass === 'interactive') {
    effects.push({ kind: 'warn', task: run.task.id, backend: id, reason: 'draining' });
  }
  return !draining;
}

export function forgetBackend(schedule: Schedule, id: string): boolean {
  if (!schedule.backends.delete(id)) return false;
  freeLike(schedule, id).delete(id);
  countBackends(schedule);
  return true;
}
