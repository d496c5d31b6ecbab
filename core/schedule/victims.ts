/**
 * Who gives way (docs/queue.md, 4 and 16): batch work first, then shells, then the longer durations of default tasks.
 *
 * The considerate policy chooses by rule: of default tasks the one that runs longest, of shells the one idle longest,
 * of batch work the one that started last and so loses least; ties by number. The literal policy chooses at random,
 * except among batch work, of which the specification knows nothing. Whoever runs on a draining backend is not asked to
 * give that up: it would help nobody.
 */
import type { Effect } from './events';
import { levelSeconds } from './levels';
import { isHaltableBatch, isPersonInLine, isReached, type Schedule } from './schedule';
import { downgradeRun, haltRun, setAdrift } from './runs';
import { isShellPlace } from './shellPlaces';
import type { Run } from './task';

/** Sends one batch task back to its queue, if one may still be halted. */
export function haltBatch(schedule: Schedule, effects: Effect[]): boolean {
  if (schedule.haltableBatch === 0) return false;
  const victim = best(
    usefulRuns(schedule, (run) => isHaltableBatch(schedule, run.task)),
    (one, other) => other.startedAtMs - one.startedAtMs || other.task.number - one.task.number,
  );
  if (victim === undefined) return false;
  haltRun(schedule, victim, 'batch', effects);
  setAdrift(schedule, { ...victim, task: { ...victim.task, halts: victim.task.halts + 1 } });
  return true;
}

/** Ends one shell. */
export function haltShell(schedule: Schedule, effects: Effect[]): boolean {
  const victim = shellToHalt(schedule);
  if (victim === undefined) return false;
  haltRun(schedule, victim, 'shell', effects);
  effects.push({ kind: 'end', task: victim.task.id, reason: 'halted' });
  return true;
}

/** Says so to the shell that would be halted next, once, while nobody needs its backend yet (docs/queue.md, 6). */
export function warnShell(schedule: Schedule, effects: Effect[]): void {
  if (schedule.options.policy.kind === 'literal' || schedule.shells === 0) return;
  if (schedule.free.size > 0 || schedule.haltableBatch > 0) return;
  const next = shellToHalt(schedule);
  if (next === undefined || next.warned) return;
  next.warned = true;
  effects.push({ kind: 'warn', task: next.task.id, backend: next.backend, reason: 'busy' });
}

/**
 * Makes room at a level: one default task that runs at or above it, of the highest level where there is one, goes down
 * to the longest level below that is not reached, or to fast.
 */
export function downgradeFrom(schedule: Schedule, level: number, effects: Effect[]): void {
  for (let from = schedule.levels.length - 1; from >= level; from -= 1) {
    const victim = chooseDefault(
      schedule,
      runsWhere(schedule, (run) => run.task.taskClass === 'default' && run.level === from),
    );
    if (victim === undefined) continue;
    let target = level - 1;
    while (target > 0 && isReached(schedule, target)) target -= 1;
    downgradeRun(schedule, victim, levelSeconds(target, schedule.levels), 'busy', effects);
    return;
  }
}

/** The queue is blocked for want of a backend: default tasks go down to fast, one or all as the policy says. */
export function downgradeToFast(schedule: Schedule, effects: Effect[]): void {
  const longer = usefulRuns(schedule, (run) => run.task.taskClass === 'default' && run.level > 0);
  const victims = schedule.options.policy.kind === 'literal' ? longer : [chooseDefault(schedule, longer)];
  for (const victim of victims) {
    if (victim !== undefined) downgradeRun(schedule, victim, levelSeconds(0, schedule.levels), 'busy', effects);
  }
}

/**
 * Those in a lane wait for an end of what their address has running, and have a right to it like those in the queue: of
 * each such address the default task that runs longest goes down to fast. While somebody is in the queue nobody does so
 * for a lane, since an estimate depends only on those ahead.
 */
export function downgradeForLanes(schedule: Schedule, effects: Effect[]): void {
  const { people } = schedule;
  if (people.waiting === 0 || isPersonInLine(schedule)) return;
  const longer = runsWhere(schedule, (run) => run.task.taskClass === 'default' && run.level > 0);
  for (const address of new Set(longer.map(({ task }) => task.address))) {
    if (!people.isFull(address)) continue;
    const victim = chooseDefault(
      schedule,
      longer.filter(({ task }) => task.address === address),
    );
    if (victim !== undefined) downgradeRun(schedule, victim, levelSeconds(0, schedule.levels), 'busy', effects);
  }
}

/** Literal policy: a shell was denied, and one default task of the highest level goes down by one. */
export function downgradeForShell(schedule: Schedule, effects: Effect[]): boolean {
  for (let from = schedule.levels.length - 1; from >= 1; from -= 1) {
    const victim = chooseDefault(
      schedule,
      runsWhere(schedule, (run) => run.task.taskClass === 'default' && run.level === from),
    );
    if (victim === undefined) continue;
    downgradeRun(schedule, victim, levelSeconds(from - 1, schedule.levels), 'busy', effects);
    return true;
  }
  return false;
}

function shellToHalt(schedule: Schedule): Run | undefined {
  if (schedule.shells === 0) return undefined;
  const shells = usefulRuns(
    schedule,
    ({ task, backend }) => task.taskClass === 'interactive' && !isShellPlace(backend),
  );
  const { policy } = schedule.options;
  if (policy.kind === 'literal') return atRandom(shells, policy.random);
  return best(shells, (one, other) => one.idleSinceMs - other.idleSinceMs || one.task.number - other.task.number);
}

function chooseDefault(schedule: Schedule, runs: readonly Run[]): Run | undefined {
  const { policy } = schedule.options;
  if (policy.kind === 'literal') return atRandom(runs, policy.random);
  return best(runs, (one, other) => one.startedAtMs - other.startedAtMs || one.task.number - other.task.number);
}

function runsWhere(schedule: Schedule, holds: (run: Run) => boolean): Run[] {
  const found: Run[] = [];
  for (const run of schedule.running.values()) if (holds(run)) found.push(run);
  return found;
}

/** Those whose backend would serve someone else. */
function usefulRuns(schedule: Schedule, holds: (run: Run) => boolean): Run[] {
  return runsWhere(schedule, (run) => holds(run) && schedule.backends.get(run.backend)?.draining === false);
}

function best(runs: readonly Run[], compare: (one: Run, other: Run) => number): Run | undefined {
  return runs.reduce<Run | undefined>(
    (chosen, run) => (chosen === undefined || compare(run, chosen) < 0 ? run : chosen),
    undefined,
  );
}

function atRandom(runs: readonly Run[], random: () => number): Run | undefined {
  return runs[Math.floor(random() * runs.length)];
}
