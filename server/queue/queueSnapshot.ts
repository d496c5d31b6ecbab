import type { QueueState, TaskState } from '@/core/admin/queueState';
import type { Level } from '@/core/schedule/levels';
import { queueOf, type Schedule } from '@/core/schedule/schedule';
import type { Run, Task } from '@/core/schedule/task';
import { className, lineClasses } from '@/core/schedule/taskClass';
import { isShellPlace } from '@/core/schedule/shellPlaces';
import type { EstimateAccuracy } from './estimator';

/** The schedule as the admin page shows it. Lists are bounded, counts are whole. */

const MAX_TASKS = 300;
const MAX_CLIENTS = 50;

interface QueueSnapshotOptions {
  readonly epoch: number;
  readonly leader: string;
  readonly estimates: ReadonlyMap<string, number>;
  readonly calibration: EstimateAccuracy | undefined;
  readonly lost: QueueState['lost'];
  readonly unread: ReadonlyMap<string, number>;
  readonly configuredLevels: string;
}

export function queueSnapshot(schedule: Schedule, options: QueueSnapshotOptions, nowMs: number): QueueState {
  const { levels } = schedule;
  const tasks: Record<string, TaskState> = {};
  const running = [...schedule.running.values()];
  for (const run of running.slice(0, MAX_TASKS)) tasks[run.task.id] = runningState(run, levels);
  const places = findPlaces(schedule);
  let room = MAX_TASKS - running.length;
  for (const task of schedule.waiting.values()) {
    if (room <= 0) break;
    room -= 1;
    tasks[task.id] = waitingState(task, levels, places.get(task.id), options.estimates.get(task.id));
  }
  return {
    atMs: nowMs,
    epoch: options.epoch,
    leader: options.leader,
    classes: classes(schedule, running),
    inLanes: schedule.people.waiting + schedule.batch.waiting,
    levels: levels.map((level, i) => ({
      name: className(i, levels),
      durationSeconds: level.durationSeconds,
      limit: limitText(level),
      inForce: schedule.limits[i] ?? 0,
      running: schedule.counts[i] ?? 0,
    })),
    shells: schedule.shells,
    backends: backends(schedule),
    tasks,
    clients: clients(schedule, running),
    tasksPerClient: schedule.people.sizes.tasksPerClient,
    calibration: options.calibration,
    lost: options.lost,
    unread: [...options.unread].map(([backend, atMs]) => ({ backend, atMs })),
    configuredLevels: options.configuredLevels,
  };
}

/** In the messages of the setting LEVELS. */
export function levelsText(levels: readonly Level[]): string {
  return levels.map((level) => `${level.durationSeconds}:${limitText(level)}`).join(',');
}

function limitText({ limit }: Level): string {
  return 'percent' in limit ? `${limit.percent}%` : String(limit.count);
}

function classes(schedule: Schedule, running: readonly Run[]): QueueState['classes'] {
  const { levels } = schedule;
  const found: QueueState['classes'] = {};
  // Whoever waits in a lane waits, too.
  const oldest = new Map<Task['taskClass'], number>();
  for (const { taskClass, submittedAtMs } of schedule.waiting.values())
    oldest.set(taskClass, Math.min(submittedAtMs, oldest.get(taskClass) ?? Infinity));
  for (const taskClass of [...lineClasses(levels), 'interactive' as const]) {
    const queue = taskClass === 'interactive' ? undefined : queueOf(schedule, taskClass);
    found[className(taskClass, levels)] = {
      waiting: queue?.size ?? 0,
      running: running.filter((run) => run.task.taskClass === taskClass).length,
      paused: schedule.paused.has(taskClass),
      oldestSinceMs: oldest.get(taskClass),
    };
  }
  return found;
}

/** A place for shells that nobody has is no news. */
function shownBackends({ backends }: Schedule) {
  return [...backends].filter(([id, { task }]) => task !== undefined || !isShellPlace(id));
}

function backends(schedule: Schedule): QueueState['backends'] {
  return Object.fromEntries(
    shownBackends(schedule).map(([id, { draining, task }]) => {
      const sinceMs = task === undefined ? undefined : schedule.running.get(task)?.startedAtMs;
      return [id, { draining, task, sinceMs }];
    }),
  );
}

type ClientCounts = QueueState['clients'][string];

function clients(schedule: Schedule, running: readonly Run[]): QueueState['clients'] {
  const counts = new Map<string, ClientCounts>();
  const of = (client: string) => {
    const found = counts.get(client) ?? { inQueue: 0, inLane: 0, running: 0 };
    counts.set(client, found);
    return found;
  };
  for (const task of schedule.waiting.values()) of(task.client)[task.number === undefined ? 'inLane' : 'inQueue'] += 1;
  for (const run of running) of(run.task.client).running += 1;
  return Object.fromEntries(busiest(counts));
}

/** Those with most tasks, most first. In a long queue there are thousands, so they are not all put in order. */
function busiest(counts: ReadonlyMap<string, ClientCounts>): [string, ClientCounts][] {
  const all = ([, { inQueue, inLane, running }]: readonly [string, ClientCounts]) => inQueue + inLane + running;
  const chosen: [string, ClientCounts][] = [];
  for (const entry of counts) {
    const least = chosen.at(-1);
    if (chosen.length >= MAX_CLIENTS && least !== undefined && all(least) >= all(entry)) continue;
    const behind = chosen.findIndex((other) => all(other) < all(entry));
    chosen.splice(behind === -1 ? chosen.length : behind, 0, entry);
    if (chosen.length > MAX_CLIENTS) chosen.pop();
  }
  return chosen;
}

function runningState(run: Run, levels: readonly Level[]): TaskState {
  const { task, startedAtMs, backend, durationSeconds } = run;
  return { ...common(task, levels), state: 'running', startedAtMs, backend, durationSeconds };
}

/** Of those that stand far enough to the front to be listed. */
function findPlaces(schedule: Schedule): Map<string, number> {
  const places = new Map<string, number>();
  const queues: Iterable<Task>[] = [...schedule.queues, ...schedule.people.lanes(), ...schedule.batch.lanes()];
  for (const queue of queues) {
    let place = 0;
    for (const task of queue) {
      if (place === MAX_TASKS) break;
      places.set(task.id, (place += 1));
    }
  }
  return places;
}

function waitingState(
  task: Task,
  levels: readonly Level[],
  place: number | undefined,
  estimateSeconds: number | undefined,
): TaskState {
  const state = task.number === undefined ? 'lane' : 'waiting';
  return { ...common(task, levels), state, place, estimateSeconds, durationSeconds: task.durationSeconds };
}

function common(task: Task, levels: readonly Level[]) {
  const { client, address, owner, submittedAtMs, number, halts, restarts } = task;
  return {
    taskClass: className(task.taskClass, levels),
    client,
    address,
    owner,
    submittedAtMs,
    number,
    halts,
    restarts,
  };
}
