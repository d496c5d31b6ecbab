/**
 * One event in, the effects out: the whole scheduler, but for its estimates. The clock comes with the event.
 *
 * Every event that could let something start ends with a run of the cycle; before it, whoever waits in a lane for an end
 * is let in. `withdrawn` of a waiting task and
 * `class-paused` free nothing, so with no backend free the cycle is spared: it would downgrade a default task for
 * nobody's good.
 */
import { runCycle } from './cycle';
import type { Effect, ScheduleEvent } from './events';
import { joinBackend, leaveBackend, setDraining } from './backends';
import { changeLevels } from './changeLevels';
import { adopt, comeBack, leaveUnused, refuse, start } from './permits';
import { admitFreed, admitFromLanes, downgradeRun, haltRun, release, removeRun, setAdrift } from './runs';
import { lanesOf, queueOf, type Schedule } from './schedule';
import { submit } from './submit';
import { isNumbered, type Task } from './task';
import type { TaskClass } from './taskClass';

export function apply(schedule: Schedule, event: ScheduleEvent): Effect[] {
  const effects: Effect[] = [];
  const changed = handle(schedule, event, effects);
  const admitted = admitFreed(schedule, effects);
  if (changed || admitted) runCycle(schedule, event.nowMs, effects);
  return effects;
}

/** Returns whether the cycle is to run. */
function handle(schedule: Schedule, event: ScheduleEvent, effects: Effect[]): boolean {
  switch (event.kind) {
    case 'submitted':
      return submit(schedule, event.submission, event.nowMs, effects);
    case 'withdrawn':
      return withdraw(schedule, event.task, event.cause, effects);
    case 'started':
      return start(schedule, event.task, event.permit, event.backend, effects);
    case 'adopted':
      return adopt(schedule, event, event.nowMs, effects);
    case 'permit-unused':
      return leaveUnused(schedule, event.permit, event.wasEmpty, effects);
    case 'finished':
      return finish(schedule, event.task, event.cutShort, event.nowMs, effects);
    case 'returned':
      return comeBack(schedule, event.task, event.isLost, effects);
    case 'shortened':
      return shorten(schedule, event.task, event.durationSeconds, effects);
    case 'shell-active':
      return markActive(schedule, event.task, event.nowMs);
    case 'permit-refused':
      return refuse(schedule, event.permit, effects);
    case 'backend-joined':
      return joinBackend(schedule, event.backend);
    case 'backend-left':
      return leaveBackend(schedule, event.backend, effects);
    case 'backend-draining':
      return setDraining(schedule, event.backend, true, effects);
    case 'backend-resumed':
      return setDraining(schedule, event.backend, false, effects);
    case 'limits-changed':
      return changeLevels(schedule, event.levels, effects);
    case 'sent-back':
      return sendBack(schedule, event.task, effects);
    case 'class-paused':
      return setPaused(schedule, event.taskClass, true);
    case 'class-resumed':
      return setPaused(schedule, event.taskClass, false);
    case 'taken-over':
      schedule.people.freeAll();
      schedule.batch.freeAll();
      return true;
  }
}

function withdraw(
  schedule: Schedule,
  id: string,
  cause: 'connection-closed' | 'cancelled',
  effects: Effect[],
): boolean {
  const run = schedule.running.get(id);
  const adrift = schedule.adrift.get(id);
  const task = run?.task ?? adrift?.task ?? schedule.waiting.get(id);
  if (task === undefined || (task.owner === 'detached' && cause === 'connection-closed')) return false;
  if (run !== undefined) {
    haltRun(schedule, run, 'withdrawn', effects);
    release(schedule, task);
    effects.push({ kind: 'end', task: id, reason: 'withdrawn' });
    return true;
  }
  if (adrift !== undefined) {
    schedule.adrift.delete(id);
    release(schedule, task);
    effects.push({ kind: 'end', task: id, reason: 'withdrawn' });
    return false;
  }
  const entering = leaveQueue(schedule, task);
  effects.push({ kind: 'end', task: id, reason: 'withdrawn' });
  admitFromLanes(schedule, entering, effects);
  return entering.length > 0 || schedule.free.size > 0;
}

/** A task that waits does so no more. Returns who enters its class instead. */
function leaveQueue(schedule: Schedule, task: Task): Task[] {
  schedule.waiting.delete(task.id);
  const lanes = lanesOf(schedule, task.taskClass);
  if (!isNumbered(task)) return lanes.withdraw(task);
  queueOf(schedule, task.taskClass).remove(task);
  release(schedule, task);
  return lanes.leave(task);
}

function sendBack(schedule: Schedule, id: string, effects: Effect[]): boolean {
  const run = schedule.running.get(id);
  if (run === undefined || run.task.owner !== 'detached') return false;
  haltRun(schedule, run, 'sent-back', effects);
  setAdrift(schedule, run);
  return true;
}

/** Wherever the schedule had it: a backend that was told to stop may have been done already. */
function finish(schedule: Schedule, id: string, cutShort: boolean, nowMs: number, effects: Effect[]): boolean {
  const run = schedule.running.get(id);
  const adrift = schedule.adrift.get(id);
  const waiting = schedule.waiting.get(id);
  if (run !== undefined) {
    removeRun(schedule, run);
    release(schedule, run.task);
    if (run.task.taskClass !== 'interactive')
      schedule.history?.record(
        run.task.taskClass,
        { seconds: (nowMs - run.startedAtMs) / 1000, cutShort },
        run.task.client,
      );
  } else if (adrift !== undefined) {
    schedule.adrift.delete(id);
    release(schedule, adrift.task);
  } else if (waiting === undefined) return false;
  effects.push({ kind: 'end', task: id, reason: 'finished' });
  if (waiting !== undefined) admitFromLanes(schedule, leaveQueue(schedule, waiting), effects);
  return true;
}

/** A waiting task keeps its queue and its number; the shorter duration counts from its start. */
function shorten(schedule: Schedule, id: string, durationSeconds: number, effects: Effect[]): boolean {
  const run = schedule.running.get(id);
  const task = run?.task ?? schedule.waiting.get(id);
  if (task === undefined || task.taskClass === 'interactive') return false;
  if (durationSeconds >= (run?.durationSeconds ?? task.durationSeconds ?? Infinity)) return false;
  if (run !== undefined) {
    run.task = { ...run.task, durationSeconds };
    downgradeRun(schedule, run, durationSeconds, 'asked', effects);
    return true;
  }
  const shorter = { ...task, durationSeconds };
  schedule.waiting.set(id, shorter);
  if (isNumbered(shorter)) queueOf(schedule, task.taskClass).replace(shorter);
  else lanesOf(schedule, task.taskClass).replace(shorter);
  return false;
}

function markActive(schedule: Schedule, id: string, nowMs: number): false {
  const run = schedule.running.get(id);
  if (run !== undefined) run.idleSinceMs = Math.max(run.idleSinceMs, nowMs);
  return false;
}

/** A paused class takes in tasks and keeps its order, but starts nothing. What runs goes on. */
function setPaused(schedule: Schedule, taskClass: TaskClass, pause: boolean): boolean {
  const paused = new Set(schedule.paused);
  if (pause) paused.add(taskClass);
  else paused.delete(taskClass);
  schedule.paused = paused;
  return !pause || schedule.free.size > 0;
}
