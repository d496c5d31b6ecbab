/**
 * New levels while the scheduler runs (docs/queue.md, 1): limits change at once, durations only when nobody waits.
 * What runs is never touched; a task over a lowered limit runs to its end and nothing starts until there is room.
 */
import type { Effect } from './events';
import { History } from './history';
import { resolveLimits, sameDurations, type Level } from './levels';
import { countedLevel, recount } from './runs';
import { emptyQueues, type Schedule } from './schedule';
import { classOf } from './taskClass';

/** Returns whether the cycle is to run. The levels must have passed `checkLevels`. */
export function changeLevels(schedule: Schedule, levels: readonly Level[], effects: Effect[]): boolean {
  const renamed = !sameDurations(levels, schedule.levels);
  if (renamed && schedule.waiting.size > 0) {
    effects.push({ kind: 'limits-kept', reason: 'tasks-wait' });
    return false;
  }
  schedule.levels = levels;
  schedule.limits = resolveLimits(levels, schedule.liveBackends);
  if (renamed) moveToLevels(schedule, levels);
  return true;
}

function moveToLevels(schedule: Schedule, levels: readonly Level[]): void {
  schedule.queues = emptyQueues(levels);
  schedule.history = new History(levels, schedule.options.historyRuns);
  for (const run of schedule.running.values()) {
    if (typeof run.task.taskClass === 'number') {
      run.task = { ...run.task, taskClass: classOf(run.task.durationSeconds, levels) };
    }
    run.level = countedLevel(schedule, run.task, run.durationSeconds);
  }
  recount(schedule);
}
