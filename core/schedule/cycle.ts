/**
 * The cycle: decides what starts, who gives way and who waits on (docs/queue.md, 1 to 4 and 16).
 *
 * There is one queue per class, but they are read as one: the head is the task with the smallest number among the first
 * of each queue, queues of ignored levels and paused classes left out. (One queue in which ignored tasks are skipped
 * gives the same order.) One turn of the cycle:
 *
 * 1. For each level but the fast one, from the longest down: if the head is of this level or a longer one and the
 *    limit of the level is reached, one default task that runs at or above the level is downgraded to make room
 *    (specification, steps "slow" and "medium", for any list of levels). If the limit is still reached, this level and
 *    all longer ones are ignored for the rest of the turn, and the head is looked up anew. Default tasks are never
 *    ignored (2).
 * 2. If a head remains and no backend is free, i.e. the fast limit is reached, someone gives way (4, 16):
 *    - a batch task that may still be halted goes back to its queue, and its backend is free at once;
 *    - otherwise, considerate policy: a shell is halted, and its backend is free at once; if there is none, the
 *      default task that runs longest goes down to fast, exactly one in each cycle;
 *    - otherwise, literal policy: all default tasks go down to fast, and a random shell is halted, if there is one.
 *
 *    If that freed no backend, the cycle is over and we wait (3).
 * 3. The head gets a free backend. A default task gets the longest duration that violates no limit. Its client's lane
 *    may send the next into the queue. Then the next turn.
 * 4. If no head remains, batch work may start (16): one that may still be halted on any free backend, beyond every
 *    limit, unless a person waits (whom a reached limit holds back; it would hold back slow work, too); one that was
 *    halted too often only within the limits, as slow work, for it will not give way again.
 *
 * Before step 4, those in lanes who wait for nothing but an end of what their own address runs make its default tasks
 * shorter (9).
 *
 * Cost of a turn: the number of classes, plus one look over the running tasks where someone must give way. It does not
 * depend on the length of the queues.
 */
import type { Effect } from './events';
import { levelOf, levelSeconds, longestSeconds } from './levels';
import { admitFromLanes, startRun } from './runs';
import { isHaltableBatch, isReached, lanesOf, queueOf, personWaits, type Schedule } from './schedule';
import type { NumberedTask } from './task';
import { downgradeForLanes, downgradeFrom, downgradeToFast, haltBatch, haltShell, warnShell } from './victims';

export function runCycle(schedule: Schedule, nowMs: number, effects: Effect[]): void {
  for (;;) {
    const head = eligibleHead(schedule, effects);
    if (head === undefined) break;
    if (schedule.free.size === 0 && !freeBackend(schedule, effects)) return;
    startHead(schedule, head, nowMs, effects);
  }
  downgradeForLanes(schedule, effects);
  while (mayStartBatch(schedule)) {
    const head = queueOf(schedule, 'batch').first();
    if (head === undefined) break;
    startHead(schedule, head, nowMs, effects);
  }
  warnShell(schedule, effects);
}

/** Step 1: the first task that no level holds back, after the downgrades it is worth. */
function eligibleHead(schedule: Schedule, effects: Effect[]): NumberedTask | undefined {
  let ignoredFrom = schedule.levels.length;
  let head = firstBelow(schedule, ignoredFrom);
  for (let level = schedule.levels.length - 1; level >= 1 && head !== undefined; level -= 1) {
    if (typeof head.taskClass !== 'number' || head.taskClass < level || !isReached(schedule, level)) continue;
    downgradeFrom(schedule, level, effects);
    if (!isReached(schedule, level)) continue;
    ignoredFrom = level;
    head = firstBelow(schedule, ignoredFrom);
  }
  return head;
}

function firstBelow(schedule: Schedule, ignoredFrom: number): NumberedTask | undefined {
  let first = schedule.paused.has('default') ? undefined : queueOf(schedule, 'default').first();
  for (let level = 0; level < ignoredFrom; level += 1) {
    const head = schedule.queues[level]?.first();
    if (head === undefined || schedule.paused.has(level)) continue;
    if (first === undefined || head.number < first.number) first = head;
  }
  return first;
}

/** Step 2. */
function freeBackend(schedule: Schedule, effects: Effect[]): boolean {
  if (haltBatch(schedule, effects)) return true;
  if (schedule.options.policy.kind === 'literal') {
    downgradeToFast(schedule, effects);
    return haltShell(schedule, effects);
  }
  if (haltShell(schedule, effects)) return true;
  downgradeToFast(schedule, effects);
  return false;
}

/** Step 3. */
function startHead(schedule: Schedule, task: NumberedTask, nowMs: number, effects: Effect[]): void {
  queueOf(schedule, task.taskClass).shift();
  schedule.waiting.delete(task.id);
  startRun(schedule, task, grantedSeconds(schedule, task), nowMs, effects);
  admitFromLanes(schedule, lanesOf(schedule, task.taskClass).leave(task), effects);
}

/** A permit is for a class: what it grants does not depend on how little this one task asked for. */
function grantedSeconds(schedule: Schedule, { taskClass, durationSeconds }: NumberedTask): number {
  const { levels } = schedule;
  if (typeof taskClass === 'number') return levelSeconds(taskClass, levels);
  if (taskClass !== 'default') return longestSeconds(levels);
  const mayReach = levelOf(durationSeconds ?? longestSeconds(levels), levels);
  let level = 0;
  while (level < mayReach && !isReached(schedule, level + 1)) level += 1;
  return levelSeconds(level, levels);
}

/** Step 4. */
function mayStartBatch(schedule: Schedule): boolean {
  const head = queueOf(schedule, 'batch').first();
  if (head === undefined || schedule.free.size === 0 || schedule.paused.has('batch')) return false;
  if (isHaltableBatch(schedule, head)) return !personWaits(schedule);
  for (let level = 1; level < schedule.levels.length; level += 1) if (isReached(schedule, level)) return false;
  return true;
}
