/**
 * A new task: denied, put in its client's lane, numbered into its queue, or, as a shell, started or denied at once.
 *
 * A shell never waits (docs/queue.md, 6). It starts in a place for shells; where none is free, if a backend is, or if
 * batch work can give one up, and if shells hold fewer than F - 1 backends (with one backend: that one). So it never takes
 * the last chance of a normal task, and a normal task that finds no backend halts it. Of all that shells may take, an
 * address has at most three quarters, and leaves others a place (9). The literal policy knows no places.
 */
import { QUEUE_LIMITS } from '@/core/limits';
import type { Denial, Effect } from './events';
import { forecastWaitSeconds } from './forecast';
import { levelSeconds, longestSeconds } from './levels';
import { enterLine, startRun } from './runs';
import { isPersonInLine, lanesOf, type Schedule } from './schedule';
import { countPlaces } from './shellPlaces';
import { withNumber, type Submission, type Task } from './task';
import { downgradeForShell, haltBatch } from './victims';

/** Returns whether the cycle is to run. */
export function submit(schedule: Schedule, submission: Submission, nowMs: number, effects: Effect[]): boolean {
  if (schedule.waiting.has(submission.id) || schedule.running.has(submission.id)) return false;
  if (submission.taskClass === 'interactive') return submitShell(schedule, submission, nowMs, effects);
  const waitSeconds = forecastWaitSeconds(schedule, submission);
  const { maxPredictedWaitSeconds: allowedSeconds } = schedule.options;
  if (waitSeconds > allowedSeconds) {
    const reason = { code: 'overloaded', cause: 'long-wait' } as const;
    return deny(submission, { ...reason, predictedWaitSeconds: waitSeconds, allowedSeconds }, effects);
  }
  const task = newTask(schedule, submission, nowMs);
  const lanes = lanesOf(schedule, task.taskClass);
  if (lanes.hasRoom(task)) {
    lanes.enter(task);
    enterLine(schedule, task, effects);
    return true;
  }
  lanes.join(task);
  schedule.waiting.set(task.id, task);
  effects.push({ kind: 'lane', task: task.id, place: lanes.laneSize(task.client) });
  // Default tasks of its address may have to give way; with somebody in the queue the cycle would do more than that.
  return !isPersonInLine(schedule);
}

function submitShell(schedule: Schedule, submission: Submission, nowMs: number, effects: Effect[]): boolean {
  const literal = schedule.options.policy.kind === 'literal';
  if (schedule.paused.has('interactive')) return deny(submission, { code: 'overloaded', cause: 'paused' }, effects);
  if (schedule.liveBackends === 0) return deny(submission, { code: 'no-backend', cause: 'none-joined' }, effects);
  const maxOnBackends = literal ? schedule.liveBackends : Math.max(1, schedule.liveBackends - 1);
  const allowed = Math.max(1, Math.floor((maxOnBackends + countPlaces(schedule)) * QUEUE_LIMITS.shellShareOfAddress));
  const hasOwnPlace = !literal && schedule.freePlaces.size > 0;
  const hasPlace = hasOwnPlace || schedule.shells < maxOnBackends;
  if (hasPlace && !literal && shellsOf(schedule, submission.address) >= allowed)
    return deny(submission, { code: 'overloaded', cause: 'shells-of-address', allowed }, effects);
  const mayStart = hasOwnPlace || (hasPlace && (schedule.free.size > 0 || haltBatch(schedule, effects)));
  if (!mayStart) {
    const isLevelFreed = literal && downgradeForShell(schedule, effects);
    deny(submission, { code: 'overloaded', cause: 'no-free-backend' }, effects);
    return isLevelFreed;
  }
  const shell = withNumber(newTask(schedule, submission, nowMs), schedule.nextNumber);
  schedule.nextNumber += 1;
  const among = hasOwnPlace ? schedule.freePlaces : schedule.free;
  startRun(schedule, shell, schedule.options.shellSeconds, nowMs, effects, among);
  // Batch work that gave way may find another free backend, and the shell may be the next to be warned.
  return true;
}

function shellsOf(schedule: Schedule, address: string): number {
  let count = 0;
  for (const { task } of schedule.running.values())
    if (task.taskClass === 'interactive' && task.address === address) count += 1;
  return count;
}

function newTask(schedule: Schedule, submission: Submission, nowMs: number): Task {
  const arrival = schedule.nextArrival;
  schedule.nextArrival += 1;
  return {
    id: submission.id,
    taskClass: submission.taskClass,
    durationSeconds: boundedSeconds(schedule, submission),
    client: submission.client,
    address: submission.address,
    owner: submission.owner,
    arrival,
    submittedAtMs: nowMs,
    halts: 0,
    restarts: 0,
    returnSerial: 0,
    number: undefined,
  };
}

function boundedSeconds(schedule: Schedule, { taskClass, durationSeconds }: Submission): number | undefined {
  if (taskClass === 'interactive') return undefined;
  if (taskClass === 'default') return durationSeconds;
  const most = taskClass === 'batch' ? longestSeconds(schedule.levels) : levelSeconds(taskClass, schedule.levels);
  return Math.min(durationSeconds ?? most, most);
}

function deny(submission: Submission, denial: Denial, effects: Effect[]): false {
  effects.push({ kind: 'deny', task: submission.id, denial });
  return false;
}
