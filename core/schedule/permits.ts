/**
 * What becomes of a permit (docs/queue.md, 8 and 18). A permit names a class, so the schedule only expects which task it
 * will start; the queue of the class decides.
 *
 * given    -> started: the backend says which task it took. Another one than expected changes places with it: the
 *             expected one is where the other was taken for.
 *          -> unused: the class was empty, so the expected task is somewhere else, and adrift until that is known; or
 *             the backend was told to stop before it looked, and the task waits as before.
 *          -> refused: the backend never picked it up, so the task waits as before; a shell, which cannot wait, is denied.
 *             The backend is forgotten until it joins again.
 * (adopted: an earlier leader gave it. The schedule took the task for waiting, and it is running now.)
 * started  -> finished: it is over.
 *          -> returned: the backend has let go of it, or nobody holds it any more. It goes back to the head of its queue,
 *             unless it is a shell or was lost too often: then it ends.
 *
 * Each returns whether the cycle is to run.
 */
import { QUEUE_LIMITS } from '@/core/limits';
import { forgetBackend } from './backends';
import type { Effect, ScheduleEvent } from './events';
import { addRun, admitFromLanes, changeTask, countedLevel, release, removeRun, requeue, setAdrift } from './runs';
import { lanesOf, queueOf, takeReturn, type Schedule } from './schedule';
import { isNumbered, type Adrift, type NumberedTask, type Run } from './task';

export function start(schedule: Schedule, id: string, permit: number, backend: string, effects: Effect[]): boolean {
  const holder = holderOf(schedule, permit);
  if (holder === undefined) {
    // Given up in the meantime, and nobody was told: the task goes back.
    effects.push({ kind: 'halt', task: id, backend, permit, reason: 'stray' });
    return false;
  }
  holder.isTaken = true;
  if (holder.task.id === id) return false;
  const taken = exchange(schedule, id, holder.task, effects);
  if (taken === undefined) {
    effects.push({ kind: 'halt', task: id, backend, permit, reason: 'stray' });
    return giveUp(schedule, holder, effects);
  }
  hold(schedule, holder, taken);
  return true;
}

export function adopt(
  schedule: Schedule,
  { task: id, permit, backend, grantedSeconds }: Omit<Extract<ScheduleEvent, { kind: 'adopted' }>, 'nowMs'>,
  nowMs: number,
  effects: Effect[],
): boolean {
  const task = schedule.waiting.get(id);
  if (task === undefined || !isNumbered(task) || !schedule.free.has(backend)) {
    effects.push({ kind: 'halt', task: id, backend, permit, reason: 'stray' });
    return false;
  }
  schedule.waiting.delete(id);
  queueOf(schedule, task.taskClass).remove(task);
  schedule.nextPermit = Math.max(schedule.nextPermit, permit + 1);
  const durationSeconds = Math.min(grantedSeconds, task.durationSeconds ?? Infinity);
  const level = countedLevel(schedule, task, durationSeconds);
  const began = { startedAtMs: nowMs, idleSinceMs: nowMs, isTaken: true, warned: false };
  addRun(schedule, { task, backend, permit, grantedSeconds, durationSeconds, level, ...began });
  admitFromLanes(schedule, lanesOf(schedule, task.taskClass).leave(task), effects);
  return true;
}

export function leaveUnused(schedule: Schedule, permit: number, wasEmpty: boolean, effects: Effect[]): boolean {
  const holder = holderOf(schedule, permit);
  if (holder === undefined) return false;
  if (!wasEmpty) return giveUp(schedule, holder, effects);
  if (!isRun(holder)) return false;
  removeRun(schedule, holder);
  if (holder.task.taskClass === 'interactive') {
    effects.push({ kind: 'end', task: holder.task.id, reason: 'backend-lost' });
  } else setAdrift(schedule, holder);
  return true;
}

export function refuse(schedule: Schedule, permit: number, effects: Effect[]): boolean {
  const holder = holderOf(schedule, permit);
  if (holder === undefined) return false;
  forgetBackend(schedule, holder.backend);
  return giveUp(schedule, holder, effects);
}

export function comeBack(schedule: Schedule, id: string, isLost: boolean, effects: Effect[]): boolean {
  const run = schedule.running.get(id);
  const holder = run ?? schedule.adrift.get(id);
  if (holder === undefined) return false;
  if (run === undefined) schedule.adrift.delete(id);
  else {
    // Whoever held it has not been heard of for a while.
    if (isLost) forgetBackend(schedule, run.backend);
    removeRun(schedule, run);
  }
  const { task } = holder;
  const restarts = task.restarts + (isLost ? 1 : 0);
  const maxRestarts = task.owner === 'detached' ? QUEUE_LIMITS.maxDetachedRestarts : 1;
  if (task.taskClass === 'interactive' || restarts > maxRestarts) {
    release(schedule, task);
    effects.push({ kind: 'end', task: id, reason: 'backend-lost' });
  } else requeue(schedule, { ...task, restarts, returnSerial: takeReturn(schedule) }, effects);
  return true;
}

/** Nobody took anything with this permit: its task waits as before. */
export function giveUp(schedule: Schedule, holder: Run | Adrift, effects: Effect[]): boolean {
  const { task } = holder;
  if (isRun(holder)) removeRun(schedule, holder);
  else schedule.adrift.delete(task.id);
  if (task.taskClass === 'interactive') {
    effects.push({ kind: 'deny', task: task.id, denial: { code: 'overloaded', cause: 'no-free-backend' } });
  } else requeue(schedule, task, effects);
  return true;
}

/** Takes the task `id` out of its place and puts the expected one there. Undefined: the schedule does not know it. */
function exchange(schedule: Schedule, id: string, expected: NumberedTask, effects: Effect[]): NumberedTask | undefined {
  const other = schedule.running.get(id) ?? schedule.adrift.get(id);
  if (other !== undefined) {
    const { task } = other;
    hold(schedule, other, expected);
    return task;
  }
  const task = schedule.waiting.get(id);
  if (task === undefined || !isNumbered(task)) return undefined;
  schedule.waiting.delete(id);
  queueOf(schedule, task.taskClass).remove(task);
  requeue(schedule, expected, effects);
  admitFromLanes(schedule, lanesOf(schedule, task.taskClass).leave(task), effects);
  return task;
}

/** Entries under the old task are overwritten or removed by whoever holds that one now. */
function hold(schedule: Schedule, holder: Run | Adrift, task: NumberedTask): void {
  const place: Map<string, Run | Adrift> = isRun(holder) ? schedule.running : schedule.adrift;
  if (place.get(holder.task.id) === holder) place.delete(holder.task.id);
  if (isRun(holder)) changeTask(schedule, holder, task);
  else {
    holder.task = task;
    schedule.adrift.set(task.id, holder);
  }
}

function holderOf(schedule: Schedule, permit: number): Run | Adrift | undefined {
  for (const run of schedule.running.values()) if (run.permit === permit) return run;
  for (const adrift of schedule.adrift.values()) if (adrift.permit === permit) return adrift;
  return undefined;
}

function isRun(holder: Run | Adrift): holder is Run {
  return 'startedAtMs' in holder;
}
