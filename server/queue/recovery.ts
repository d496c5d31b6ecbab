import type { Level } from '@/core/schedule/levels';
import type {
  LostTaskSnapshot,
  RunningTaskSnapshot,
  ScheduleSnapshot,
  WaitingTaskSnapshot,
} from '@/core/schedule/snapshot';
import { classNamed, classOf, type TaskClass } from '@/core/schedule/taskClass';
import type { QueuedTask, StoredTask } from '@/core/task';
import type { WorkerHeartbeat } from '@/core/messages';
import { LANE_QUEUE, type Holder } from '@/platform/redis/taskQueues';
import type { ActiveTask, ClassQueues, WaitingTask } from './classQueues';
import type { KnownTask } from './execution';
import { allOf } from './membership';

/** What a new leader finds in the queues (docs/queue.md, 11 and 20): every waiting and running task. */

interface Recovered extends ScheduleSnapshot {
  readonly tasks: ReadonlyMap<string, KnownTask>;
  /** Permits of an earlier leader that hold a task, by the number they have from now on. */
  readonly permits: ReadonlyMap<number, string>;
  /** Shells that no backend had taken yet: they never wait, so they are decided anew. */
  readonly shells: readonly QueuedTask[];
}

export async function recover(
  queues: ClassQueues,
  classNames: readonly string[],
  workers: readonly WorkerHeartbeat[],
  levels: readonly Level[],
): Promise<Recovered> {
  const found = { active: [] as ActiveTask[], waiting: [] as WaitingTask[] };
  const tasks = new Map<string, KnownTask>();
  // What is taken in between is in both: it is looked for among the active ones last, and that wins.
  const serials = new Map<string, number>();
  for (const name of classNames) {
    const inQueue: WaitingTask[] = [];
    for await (const one of queues.waiting(name)) inQueue.push(one);
    found.waiting.push(...inQueue);
    const returns = returnSerials(inQueue.map(({ task }) => task.number ?? 0));
    for (const [i, { task }] of inQueue.entries()) serials.set(task.id, returns[i] ?? 0);
  }
  for (const name of classNames) found.active.push(...(await queues.active(name)));
  for (const { task, queue } of [...found.waiting, ...found.active]) tasks.set(task.id, { task, queue });
  const isActive = new Set(found.active.map(({ task }) => task.id));
  const waiting = found.waiting.filter(({ task }) => !isActive.has(task.id));
  for await (const one of queues.waiting(LANE_QUEUE)) {
    // The last leader died while it let this one in.
    if (tasks.has(one.task.id)) await queues.remove(LANE_QUEUE, one.task.id);
    else {
      tasks.set(one.task.id, { task: one.task, queue: LANE_QUEUE });
      waiting.push(one);
    }
  }
  const { running, adrift, permits } = runningSnapshots(found.active, levels);
  const isShell = ({ task }: WaitingTask) => task.kind === 'shell';
  return {
    tasks,
    permits,
    shells: waiting.filter(isShell).map(({ task }) => task),
    backends: workers.flatMap((heartbeat) => allOf(heartbeat).map((id) => ({ id, draining: false }))),
    waiting: waiting
      .filter((one) => !isShell(one))
      .map((one) => ({ ...waitingSnapshot(one, levels), returnSerial: serials.get(one.task.id) ?? 0 })),
    running,
    adrift,
  };
}

/**
 * A queue is in the order of its numbers, but for those that came back to its head: the last of these stands first,
 * whatever its number. Given the numbers in a queue's order, tells for each how late it came back, 0 if it never did or
 * stands where it would anyway.
 */
export function returnSerials(numbers: readonly number[]): number[] {
  let inOrder = numbers.length - 1;
  while (inOrder > 0 && (numbers[inOrder - 1] ?? 0) < (numbers[inOrder] ?? 0)) inOrder -= 1;
  return numbers.map((_, i) => Math.max(0, inOrder - i));
}

/** Of two that one backend seems to hold, which cannot be for long, the younger counts. */
function runningSnapshots(active: readonly ActiveTask[], levels: readonly Level[]) {
  const running = new Map<string, RunningTaskSnapshot>();
  const adrift: LostTaskSnapshot[] = [];
  const permits = new Map<number, string>();
  const inOrder = [...active].sort((one, other) => one.startedAtMs - other.startedAtMs);
  for (const one of inOrder) {
    const waiting = { ...waitingSnapshot(one, levels), number: one.task.number ?? 0 };
    if (one.holder === undefined) adrift.push(waiting);
    else {
      const permit = permits.size + 1;
      permits.set(permit, one.holder.permit);
      const before = running.get(one.holder.backend);
      if (before) adrift.push(before);
      running.set(one.holder.backend, { ...waiting, ...held(one, one.holder), permit });
    }
  }
  return { running: [...running.values()], adrift, permits };
}

function held({ task, startedAtMs }: ActiveTask, { backend, durationSeconds }: Holder) {
  const grantedSeconds = Math.min(durationSeconds, task.options.durationSeconds ?? Infinity);
  return { backend, startedAtMs, grantedSeconds };
}

function waitingSnapshot({ task, queue, restarts }: WaitingTask, levels: readonly Level[]): WaitingTaskSnapshot {
  const { id, client, address, detached, createdAtMs, halts, number, options } = task;
  return {
    id,
    taskClass: classIn(queue, task, levels),
    durationSeconds: options.durationSeconds,
    client,
    address,
    owner: detached ? 'detached' : 'connection',
    submittedAtMs: createdAtMs,
    halts,
    restarts,
    number,
  };
}

/** By its queue; of one in a lane, as it will be when it is let in. */
function classIn(queue: string, task: QueuedTask, levels: readonly Level[]): TaskClass {
  return classNamed(queue, levels) ?? taskClassOf(task, levels);
}

export function taskClassOf({ kind, detached, options }: StoredTask, levels: readonly Level[]): TaskClass {
  if (kind === 'shell') return 'interactive';
  return detached ? 'batch' : classOf(options.durationSeconds, levels);
}
