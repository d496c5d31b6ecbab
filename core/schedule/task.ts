/**
 * A task as the scheduler sees it. It never changes in place (copies of the schedule share it): a changed task is a
 * new object under the same id.
 */
import type { TaskClass } from './taskClass';

/** Who a task ends with (docs/queue.md, 7). */
type Owner = 'connection' | 'detached';

/** What the fronts say about a task. */
export interface Submission {
  readonly id: string;
  readonly taskClass: TaskClass;
  /** At most the duration of its level. Absent: the whole duration of the level; of a default task: none given. */
  readonly durationSeconds?: number | undefined;
  /** Whose lane it waits in: the anonymous cookie, or the address. */
  readonly client: string;
  readonly address: string;
  readonly owner: Owner;
}

export interface Task extends Submission {
  /** Order of submission, over all classes and lanes. */
  readonly arrival: number;
  readonly submittedAtMs: number;
  /** How often it was stopped for others and given back to its queue. */
  readonly halts: number;
  /** How often its backend was lost before it had said anything. */
  readonly restarts: number;
  /** Serial of its last return to the head of its queue; 0 if it never came back. Whoever came back last stands first. */
  readonly returnSerial: number;
  /** Order in the shared queue, over all classes; absent while it waits in its client's lane. */
  readonly number?: number | undefined;
}

export interface NumberedTask extends Task {
  readonly number: number;
}

/** A task that holds a backend. This one changes in place, and is copied with the schedule. */
export interface Run {
  task: NumberedTask;
  readonly backend: string;
  /** Serial of the permit, by which the backend is told to stop or to hurry: it may have taken another task. */
  readonly permit: number;
  /** Whether the backend has said which task it took. */
  isTaken: boolean;
  readonly startedAtMs: number;
  /** What any task of the class may take with this permit. */
  readonly grantedSeconds: number;
  /** The duration in force for this task. */
  durationSeconds: number;
  /** The level that holds the duration. The task counts at this level and at every one below. */
  level: number;
  /** Shells: the last sign of life from the person. */
  idleSinceMs: number;
  /** Shells: told that it is the next to be halted. */
  warned: boolean;
}

/**
 * A task on its way back to its class: its run was stopped, or its backend is gone, and nobody has heard yet that it
 * waits again. It holds no backend and counts nowhere.
 */
export interface Adrift {
  task: NumberedTask;
  readonly backend: string;
  readonly permit: number;
  isTaken: boolean;
}

/**
 * The same task with a number. Field by field, like every task that is made for the queue: objects of one shape keep the
 * cycle and the look ahead fast (a spread was measured to cost more than the decision itself).
 */
export function withNumber(task: Task, number: number): NumberedTask {
  return {
    id: task.id,
    taskClass: task.taskClass,
    durationSeconds: task.durationSeconds,
    client: task.client,
    address: task.address,
    owner: task.owner,
    arrival: task.arrival,
    submittedAtMs: task.submittedAtMs,
    halts: task.halts,
    restarts: task.restarts,
    returnSerial: task.returnSerial,
    number,
  };
}

export function isNumbered(task: Task): task is NumberedTask {
  return task.number !== undefined;
}
