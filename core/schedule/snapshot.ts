/**
 * The schedule as plain data, and back (docs/queue.md, 11): what a new leader reads from the store to go on where
 * the last one stopped. It holds what the effects told: numbers, permits, durations, halts and restarts.
 */
import type { RunTime } from './history';
import type { ScheduleOptions } from './options';
import { addRun, countBackends, countedLevel } from './runs';
import { createSchedule, lanesOf, queueOf, type Schedule } from './schedule';
import { freeLike } from './shellPlaces';
import { isNumbered, type NumberedTask, type Submission, type Task } from './task';
import type { TaskClass } from './taskClass';

export interface WaitingTaskSnapshot extends Submission {
  readonly submittedAtMs: number;
  readonly halts: number;
  readonly restarts: number;
  /** As in `Task`; absent: it never came back. */
  readonly returnSerial?: number;
  /** Absent: it waits in its client's lane. */
  readonly number?: number | undefined;
}

/** It was taken and nobody holds it; the queue gives it back. */
export interface LostTaskSnapshot extends WaitingTaskSnapshot {
  readonly number: number;
}

export interface RunningTaskSnapshot extends Submission {
  readonly submittedAtMs: number;
  readonly halts: number;
  readonly restarts: number;
  readonly number: number;
  readonly backend: string;
  readonly permit: number;
  readonly startedAtMs: number;
  /** The duration in force, after any downgrade. */
  readonly grantedSeconds: number;
  /** Shells; absent: since its start. */
  readonly idleSinceMs?: number;
}

export interface ScheduleSnapshot {
  readonly backends: readonly { readonly id: string; readonly draining: boolean }[];
  /** Lanes are filled in the order of submission time, then of this list. */
  readonly waiting: readonly WaitingTaskSnapshot[];
  /** A running task vouches for its backend: one that is not listed is taken as live until it is said to have left. */
  readonly running: readonly RunningTaskSnapshot[];
  readonly adrift?: readonly LostTaskSnapshot[];
  readonly paused?: readonly TaskClass[];
  readonly history?: readonly (readonly [TaskClass, readonly RunTime[]])[];
  /** At least these serials come next, whatever the snapshot show; a store that counts them hands its counters in. */
  readonly nextNumber?: number;
  readonly nextPermit?: number;
}

/** Feed the result a `taken-over` event, so that what may start does. */
export function rebuild(snapshot: ScheduleSnapshot, options: Partial<ScheduleOptions> = {}): Schedule {
  const schedule = createSchedule(options);
  for (const { id, draining } of snapshot.backends) schedule.backends.set(id, { draining, task: undefined });
  for (const { backend } of snapshot.running) {
    if (!schedule.backends.has(backend)) schedule.backends.set(backend, { draining: false, task: undefined });
  }
  for (const [id, { draining }] of schedule.backends) if (!draining) freeLike(schedule, id).add(id);
  const running = [...snapshot.running].sort((one, other) => one.permit - other.permit);
  for (const task of running) restoreRun(schedule, task);
  countBackends(schedule);
  restoreWaiting(schedule, snapshot.waiting);
  for (const task of snapshot.adrift ?? []) restoreAdrift(schedule, task);
  schedule.paused = new Set(snapshot.paused);
  for (const [taskClass, runs] of snapshot.history ?? []) {
    for (const run of runs) schedule.history?.record(taskClass, run);
  }
  schedule.nextNumber = Math.max(schedule.nextNumber, snapshot.nextNumber ?? 0);
  schedule.nextPermit = Math.max(schedule.nextPermit, snapshot.nextPermit ?? 0);
  return schedule;
}

export function snapshot(schedule: Schedule): ScheduleSnapshot {
  const waiting = [...schedule.waiting.values()].sort((one, other) => one.arrival - other.arrival);
  // The free ones first, in the order in which they are taken.
  const backends = [...new Set([...schedule.free, ...schedule.backends.keys()])];
  return {
    backends: backends.map((id) => ({ id, draining: schedule.backends.get(id)?.draining ?? false })),
    waiting: waiting.map(plain),
    running: [...schedule.running.values()].map((run) => ({
      ...plain(run.task),
      number: run.task.number,
      backend: run.backend,
      permit: run.permit,
      startedAtMs: run.startedAtMs,
      grantedSeconds: run.durationSeconds,
      idleSinceMs: run.idleSinceMs,
    })),
    adrift: [...schedule.adrift.values()].map(({ task }) => ({ ...plain(task), number: task.number })),
    paused: [...schedule.paused],
    history: [...(schedule.history?.recorded() ?? [])],
    nextNumber: schedule.nextNumber,
    nextPermit: schedule.nextPermit,
  };
}

function plain({ arrival: _, ...task }: Task): WaitingTaskSnapshot {
  return task;
}

function restoreRun(schedule: Schedule, run: RunningTaskSnapshot): void {
  const { backend, permit, startedAtMs, grantedSeconds, idleSinceMs, ...waiting } = run;
  const task: NumberedTask = { ...waiting, arrival: nextArrival(schedule), returnSerial: 0 };
  const level = countedLevel(schedule, task, grantedSeconds);
  const lastSignMs = idleSinceMs ?? startedAtMs;
  if (task.taskClass !== 'interactive') lanesOf(schedule, task.taskClass).hold(task.address);
  addRun(schedule, {
    task,
    backend,
    permit,
    isTaken: true,
    startedAtMs,
    grantedSeconds,
    durationSeconds: grantedSeconds,
    level,
    idleSinceMs: lastSignMs,
    warned: false,
  });
  schedule.nextNumber = Math.max(schedule.nextNumber, task.number + 1);
  schedule.nextPermit = Math.max(schedule.nextPermit, permit + 1);
}

function restoreAdrift(schedule: Schedule, lost: LostTaskSnapshot): void {
  const task: NumberedTask = { ...lost, arrival: nextArrival(schedule), returnSerial: 0 };
  if (task.taskClass !== 'interactive') lanesOf(schedule, task.taskClass).hold(task.address);
  schedule.adrift.set(task.id, { task, backend: '', permit: 0, isTaken: true });
  schedule.nextNumber = Math.max(schedule.nextNumber, task.number + 1);
}

function restoreWaiting(schedule: Schedule, waiting: readonly WaitingTaskSnapshot[]): void {
  const tasks = [...waiting]
    .sort((one, other) => one.submittedAtMs - other.submittedAtMs)
    .map((task): Task => ({ ...task, arrival: nextArrival(schedule), returnSerial: task.returnSerial ?? 0 }));
  const numbered = tasks.filter(isNumbered).sort((one, other) => one.number - other.number);
  for (const task of numbered) {
    const queue = queueOf(schedule, task.taskClass);
    if (task.returnSerial > 0) queue.giveBack(task);
    else queue.push(task);
    schedule.nextReturn = Math.max(schedule.nextReturn, task.returnSerial + 1);
    lanesOf(schedule, task.taskClass).enter(task);
    schedule.nextNumber = Math.max(schedule.nextNumber, task.number + 1);
  }
  for (const task of tasks) {
    schedule.waiting.set(task.id, task);
    if (!isNumbered(task)) lanesOf(schedule, task.taskClass).join(task);
  }
}

function nextArrival(schedule: Schedule): number {
  const arrival = schedule.nextArrival;
  schedule.nextArrival += 1;
  return arrival;
}
