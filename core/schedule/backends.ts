/**
 * Backends that come, go, drain and fall silent (docs/queue.md, 8).
 *
 * - joined: free from now on. One that is known already changes nothing.
 * - draining: takes no new task; counts as live until the one it runs has ended. resumed: the reverse.
 * - left: its task goes back to the head of its line, with its old number, if it had sent nothing and this is its
 *   first such loss; otherwise it ends. A record's task, of which nobody has seen anything, survives a few such losses.
 *   Shells always end.
 * - permit refused: the task never began there, so it goes back whatever it lived through before; a shell, which cannot
 *   wait, is denied. The backend is forgotten until it joins again.
 *
 * Each returns whether the cycle is to run.
 */
import { QUEUE_LIMITS } from '@/core/limits';
import type { Effect } from './events';
import { countBackends, removeRun, requeue } from './runs';
import type { Schedule } from './schedule';

export function joinBackend(schedule: Schedule, id: string): boolean {
  if (schedule.backends.has(id)) return false;
  schedule.backends.set(id, { draining: false, task: undefined });
  schedule.free.add(id);
  countBackends(schedule);
  return true;
}

export function leaveBackend(schedule: Schedule, id: string, nothingSent: boolean, effects: Effect[]): boolean {
  const run = schedule.running.get(schedule.backends.get(id)?.task ?? '');
  if (!forget(schedule, id)) return false;
  if (run === undefined) return true;
  removeRun(schedule, run);
  const { task } = run;
  const maxRestarts = task.owner === 'record' ? QUEUE_LIMITS.maxRecordRestarts : 1;
  if (nothingSent && task.restarts < maxRestarts && task.taskClass !== 'interactive') {
    requeue(schedule, { ...task, restarts: task.restarts + 1 }, effects);
  } else {
    effects.push({ kind: 'end', task: task.id, reason: 'backend-lost' });
  }
  return true;
}

export function setDraining(schedule: Schedule, id: string, draining: boolean, effects: Effect[]): boolean {
  const backend = schedule.backends.get(id);
  if (backend === undefined || backend.draining === draining) return false;
  backend.draining = draining;
  if (draining) schedule.free.delete(id);
  else if (backend.task === undefined) schedule.free.add(id);
  countBackends(schedule);
  const run = schedule.running.get(backend.task ?? '');
  if (draining && run?.task.taskClass === 'interactive') {
    effects.push({ kind: 'warn', task: run.task.id, backend: id, reason: 'draining' });
  }
  return !draining;
}

export function refusePermit(schedule: Schedule, id: string, permit: number, effects: Effect[]): boolean {
  const run = schedule.running.get(id);
  if (run === undefined || run.permit !== permit) return false;
  forget(schedule, run.backend);
  removeRun(schedule, run);
  if (run.task.taskClass === 'interactive') {
    effects.push({ kind: 'deny', task: id, denial: { code: 'overloaded', cause: 'no-free-backend' } });
  } else {
    requeue(schedule, run.task, effects);
  }
  return true;
}

function forget(schedule: Schedule, id: string): boolean {
  if (!schedule.backends.delete(id)) return false;
  schedule.free.delete(id);
  countBackends(schedule);
  return true;
}
