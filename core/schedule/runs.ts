/**
 * The few ways in which what runs may change. Each keeps the counts of the schedule true; nothing else touches them.
 */
import type { Effect, HaltReason } from './events';
import { levelOf, resolveLimits } from './levels';
import { isHaltableBatch, isStubborn, lanesOf, queueOf, resizeShares, type Schedule } from './schedule';
import { freeLike, isShellPlace } from './shellPlaces';
import { withNumber, type NumberedTask, type Run, type Task } from './task';

/** Gives a free backend to a task that is in no queue any more, or to a shell a free place of its own. */
export function startRun(
  schedule: Schedule,
  task: NumberedTask,
  grantedSeconds: number,
  nowMs: number,
  effects: Effect[],
  among: ReadonlySet<string> = schedule.free,
): void {
  const [backend] = among;
  if (backend === undefined) throw new Error('a permit needs a free backend');
  const permit = schedule.nextPermit;
  schedule.nextPermit += 1;
  const durationSeconds = Math.min(grantedSeconds, task.durationSeconds ?? Infinity);
  addRun(schedule, {
    task,
    backend,
    permit,
    isTaken: false,
    startedAtMs: nowMs,
    grantedSeconds,
    durationSeconds,
    level: countedLevel(schedule, task, durationSeconds),
    idleSinceMs: nowMs,
    warned: false,
  });
  const { id, taskClass, number } = task;
  effects.push({ kind: 'permit', task: id, taskClass, number, backend, permit, grantedSeconds, durationSeconds });
}

/** Enters a run on its backend, which must be known. */
export function addRun(schedule: Schedule, run: Run): void {
  const backend = schedule.backends.get(run.backend);
  if (backend === undefined) throw new Error(`no backend ${run.backend}`);
  backend.task = run.task.id;
  freeLike(schedule, run.backend).delete(run.backend);
  schedule.running.set(run.task.id, run);
  count(schedule, run, 1);
  if (isStubborn(schedule, run.task)) schedule.people.hold(run.task.address);
}

/** Takes a run off its backend, which is free then, or gone if it was draining. */
export function removeRun(schedule: Schedule, run: Run): void {
  count(schedule, run, -1);
  if (isStubborn(schedule, run.task)) schedule.people.release(run.task.address);
  schedule.running.delete(run.task.id);
  const backend = schedule.backends.get(run.backend);
  if (backend === undefined) return;
  backend.task = undefined;
  if (backend.draining) countBackends(schedule);
  else freeLike(schedule, run.backend).add(run.backend);
}

export function haltRun(schedule: Schedule, run: Run, reason: HaltReason, effects: Effect[]): void {
  removeRun(schedule, run);
  effects.push({ kind: 'halt', task: run.task.id, backend: run.backend, permit: run.permit, reason });
}

/** Stops a run whose task is to run again: it comes back when its backend has let go of it. */
export function setAdrift(schedule: Schedule, { task, backend, permit, isTaken }: Run): void {
  schedule.adrift.set(task.id, { task, backend, permit, isTaken });
}

/** The same run with another task of its class. */
export function changeTask(schedule: Schedule, run: Run, task: NumberedTask): void {
  count(schedule, run, -1);
  if (isStubborn(schedule, run.task)) schedule.people.release(run.task.address);
  if (isStubborn(schedule, task)) schedule.people.hold(task.address);
  run.task = task;
  run.durationSeconds = Math.min(run.durationSeconds, task.durationSeconds ?? Infinity);
  run.level = countedLevel(schedule, task, run.durationSeconds);
  count(schedule, run, 1);
  schedule.running.set(task.id, run);
  const backend = schedule.backends.get(run.backend);
  if (backend !== undefined) backend.task = task.id;
}

/** Puts a task back into its queue, with its old number: where it stood, or at the head if it has just come back. */
export function requeue(schedule: Schedule, task: NumberedTask, effects: Effect[]): void {
  queueOf(schedule, task.taskClass).giveBack(task);
  lanesOf(schedule, task.taskClass).comeBack(task);
  schedule.waiting.set(task.id, task);
  const { id, taskClass, number, halts, restarts } = task;
  effects.push({ kind: 'requeue', task: id, taskClass, number, halts, restarts });
}

/** Gives a run a shorter duration, and lets it count at the level of that. */
export function downgradeRun(
  schedule: Schedule,
  run: Run,
  durationSeconds: number,
  reason: 'busy' | 'asked',
  effects: Effect[],
): void {
  count(schedule, run, -1);
  run.durationSeconds = Math.min(durationSeconds, run.durationSeconds);
  run.level = countedLevel(schedule, run.task, run.durationSeconds);
  count(schedule, run, 1);
  const { task, backend, permit } = run;
  effects.push({ kind: 'downgrade', task: task.id, backend, permit, durationSeconds: run.durationSeconds, reason });
}

/** The level at which a run counts. Batch work counts as slow however little time it asked for. */
export function countedLevel(schedule: Schedule, task: Task, durationSeconds: number): number {
  return task.taskClass === 'batch' ? schedule.levels.length - 1 : levelOf(durationSeconds, schedule.levels);
}

/** A task has left the shared queue: numbers those of its client, or its address, that enter instead. */
export function admitFromLanes(schedule: Schedule, entering: readonly Task[], effects: Effect[]): void {
  for (const task of entering) enterLine(schedule, task, effects);
}

/** Lets in those whose address holds less than it may, now that something has ended. Returns whether anybody came. */
export function admitFreed(schedule: Schedule, effects: Effect[]): boolean {
  const entering = [...schedule.people.admitFreed(), ...schedule.batch.admitFreed()];
  admitFromLanes(schedule, entering, effects);
  return entering.length > 0;
}

/** A task that its address held has ended. A shell is held by nobody: it gives way to whoever needs its backend. */
export function release(schedule: Schedule, { taskClass, address }: Task): void {
  if (taskClass !== 'interactive') lanesOf(schedule, taskClass).release(address);
}

/** Numbers a task that its windows have counted already, and puts it at the tail of its queue. */
export function enterLine(schedule: Schedule, task: Task, effects: Effect[]): void {
  const numbered = withNumber(task, schedule.nextNumber);
  schedule.nextNumber += 1;
  queueOf(schedule, task.taskClass).push(numbered);
  schedule.waiting.set(task.id, numbered);
  effects.push({ kind: 'number', task: task.id, taskClass: task.taskClass, number: numbered.number });
}

/** Counts the live backends anew, after one came, went or began to drain. */
export function countBackends(schedule: Schedule): void {
  let live = 0;
  for (const [id, { draining, task }] of schedule.backends)
    if (!isShellPlace(id) && (!draining || task !== undefined)) live += 1;
  if (live === schedule.liveBackends) return;
  schedule.liveBackends = live;
  schedule.limits = resolveLimits(schedule.levels, live);
  resizeShares(schedule);
}

/** Counts what runs anew, after the levels themselves have changed. */
export function recount(schedule: Schedule): void {
  schedule.counts = schedule.levels.map(() => 0);
  schedule.shells = 0;
  schedule.haltableBatch = 0;
  for (const run of schedule.running.values()) count(schedule, run, 1);
}

function count(schedule: Schedule, run: Run, by: 1 | -1): void {
  if (isShellPlace(run.backend)) return;
  if (run.task.taskClass === 'interactive') schedule.shells += by;
  else if (isHaltableBatch(schedule, run.task)) schedule.haltableBatch += by;
  else for (let level = 0; level <= run.level; level += 1) schedule.counts[level] = (schedule.counts[level] ?? 0) + by;
}
