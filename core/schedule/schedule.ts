/**
 * The schedule: everything the scheduler knows, changed only by `apply` and what it calls.
 *
 * Invariants, after every event:
 * - a backend or a place for shells is free, or it runs one task, or it drains with none;
 * - `liveBackends` (F) = backends that do not drain + draining ones that still run a task; so F - running
 *   there = free;
 * - `counts[i]` = running tasks of level i or above, except shells and batch work that may still be halted;
 * - a task is in exactly one place: running, adrift, in the queue of its class, or in its client's lane.
 *
 * Batch work that may still be halted counts toward no level: to a person's task it is air (docs/queue.md, 16). Once it
 * was halted `maxHalts` times it counts as slow, like any other.
 */
import { History } from './history';
import { Lanes } from './lanes';
import { resolveLimits, type Level } from './levels';
import { TaskQueue } from './taskQueue';
import { DEFAULT_OPTIONS, type ScheduleOptions } from './options';
import type { Adrift, NumberedTask, Run, Task } from './task';
import type { TaskClass } from './taskClass';

interface Backend {
  draining: boolean;
  /** Id of the task it runs. */
  task: string | undefined;
}

export interface Schedule {
  readonly options: ScheduleOptions;
  levels: readonly Level[];
  limits: readonly number[];
  counts: number[];
  liveBackends: number;
  /** Running batch tasks that may still be halted. */
  haltableBatch: number;
  /** Running shells that have a backend. */
  shells: number;
  readonly backends: Map<string, Backend>;
  /** In the order in which they became free: the longest free one has had most time to warm up, and is taken first. */
  readonly free: Set<string>;
  /** For shells only. */
  readonly freePlaces: Set<string>;
  readonly running: Map<string, Run>;
  /** Stopped or lost, and not yet back in their class; none in a copy. */
  readonly adrift: Map<string, Adrift>;
  /** The queues of the levels, then of default, then of batch. */
  queues: TaskQueue<NumberedTask>[];
  /** Every waiting task by its id; empty in a copy, where nobody is looked up. */
  readonly waiting: Map<string, Task>;
  readonly people: Lanes;
  readonly batch: Lanes;
  paused: ReadonlySet<TaskClass>;
  /** Absent in a copy, which must not learn from what it imagines. */
  history: History | undefined;
  nextNumber: number;
  nextPermit: number;
  nextArrival: number;
  nextReturn: number;
}

/** Whoever came back stands before everybody who never left. */
const byPlace = ({ number, returnSerial }: NumberedTask): number => (returnSerial > 0 ? -returnSerial : number);

export function createSchedule(changes: Partial<ScheduleOptions> = {}): Schedule {
  const options = { ...DEFAULT_OPTIONS, ...changes };
  const { levels } = options;
  const schedule: Schedule = {
    options,
    levels,
    limits: resolveLimits(levels, 0),
    counts: levels.map(() => 0),
    liveBackends: 0,
    haltableBatch: 0,
    shells: 0,
    backends: new Map(),
    free: new Set(),
    freePlaces: new Set(),
    running: new Map(),
    adrift: new Map(),
    queues: emptyQueues(levels),
    waiting: new Map(),
    people: new Lanes(options),
    batch: new Lanes(options),
    paused: new Set(),
    history: new History(levels, options.historyRuns),
    nextNumber: 1,
    nextPermit: 1,
    nextArrival: 1,
    nextReturn: 1,
  };
  resizeShares(schedule);
  return schedule;
}

/**
 * An address holds at most all backends but those in reserve, so that others find one (docs/queue.md, 9). Without a
 * reserve, and under the literal policy, it may hold them all.
 */
export function resizeShares({ options, liveBackends, people, batch }: Schedule): void {
  const { policy, reservedBackends } = options;
  const isShared = policy.kind === 'literal' || reservedBackends === 0;
  const most = isShared ? Infinity : Math.max(1, liveBackends - reservedBackends);
  people.resize(most);
  batch.resize(most);
}

/**
 * A copy that stays as it is, to look ahead from. It shares tasks, which never change, and nothing else. Who is adrift
 * is taken to be back: its address holds it, and others may wait for its end.
 */
export function copySchedule(schedule: Schedule): Schedule {
  const copy = copyWith(schedule, schedule.people.copy(), schedule.batch.copy());
  for (const { task } of schedule.adrift.values()) {
    if (task.taskClass === 'interactive') continue;
    queueOf(copy, task.taskClass).giveBack({ ...task, returnSerial: takeReturn(copy) });
    lanesOf(copy, task.taskClass).comeBack(task);
  }
  return copy;
}

export function takeReturn(schedule: Schedule): number {
  const serial = schedule.nextReturn;
  schedule.nextReturn += 1;
  return serial;
}

/** To look ahead from a schedule that does not change any more: what does not differ is shared with it. */
export function lookAhead(schedule: Schedule): Schedule {
  return copyWith(schedule, schedule.people.ahead(), schedule.batch.ahead());
}

function copyWith(schedule: Schedule, people: Lanes, batch: Lanes): Schedule {
  const running = new Map<string, Run>();
  for (const [id, run] of schedule.running) running.set(id, { ...run });
  const backends = new Map<string, Backend>();
  for (const [id, backend] of schedule.backends) backends.set(id, { ...backend });
  return {
    ...schedule,
    counts: schedule.counts.slice(),
    backends,
    free: new Set(schedule.free),
    freePlaces: new Set(schedule.freePlaces),
    running,
    adrift: new Map(),
    queues: schedule.queues.map((queue) => queue.copy()),
    waiting: new Map(),
    people,
    batch,
    history: undefined,
  };
}

export function emptyQueues(levels: readonly Level[]): TaskQueue<NumberedTask>[] {
  return Array.from({ length: levels.length + 2 }, () => new TaskQueue(byPlace));
}

export function queueOf(schedule: Schedule, taskClass: TaskClass): TaskQueue<NumberedTask> {
  const defaultIndex = schedule.levels.length;
  const index = typeof taskClass === 'number' ? taskClass : taskClass === 'default' ? defaultIndex : defaultIndex + 1;
  const queue = taskClass === 'interactive' ? undefined : schedule.queues[index];
  if (queue === undefined) throw new RangeError(`no queue for class ${taskClass}`);
  return queue;
}

export function lanesOf(schedule: Schedule, taskClass: TaskClass): Lanes {
  return taskClass === 'batch' ? schedule.batch : schedule.people;
}

export function isReached(schedule: Schedule, level: number): boolean {
  return (schedule.counts[level] ?? 0) >= (schedule.limits[level] ?? 0);
}

export function isHaltableBatch(schedule: Schedule, task: Task): boolean {
  return task.taskClass === 'batch' && task.halts < schedule.options.maxHalts;
}

/** Batch work that gives way no more: while it runs, its address holds it like a person's task. */
export function isStubborn(schedule: Schedule, task: Task): boolean {
  return task.taskClass === 'batch' && !isHaltableBatch(schedule, task);
}

export function isPersonInLine({ queues, levels }: Schedule): boolean {
  return queues.some((queue, index) => index <= levels.length && queue.size > 0);
}

/** Whether a person's task waits in a queue that is not paused. Whoever waits in a lane could not start anyway. */
export function personWaits(schedule: Schedule): boolean {
  for (let level = 0; level < schedule.levels.length; level += 1) {
    if ((schedule.queues[level]?.size ?? 0) > 0 && !schedule.paused.has(level)) return true;
  }
  return queueOf(schedule, 'default').size > 0 && !schedule.paused.has('default');
}
