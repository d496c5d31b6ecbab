/**
 * What the scheduler hears, and what it answers.
 *
 * Events may come twice or too late (a worker that was believed dead, a front that repeats itself): an event about a
 * task, a permit or a backend that the schedule does not hold changes nothing. Effects are to be carried out in the
 * order of the list; a later one may use what an earlier one freed (`halt` on a backend, then `permit` on it).
 */
import type { Level } from './levels';
import type { Submission } from './task';
import type { TaskClass } from './taskClass';

export type ScheduleEvent = { readonly nowMs: number } & (
  | { readonly kind: 'submitted'; readonly submission: Submission }
  /** `connection-closed` ends only what a connection owns; `cancelled` ends any task. */
  | { readonly kind: 'withdrawn'; readonly task: string; readonly cause: 'connection-closed' | 'cancelled' }
  /** A backend has taken a task of the class that its permit names; most often the one the schedule expected. */
  | { readonly kind: 'started'; readonly task: string; readonly permit: number; readonly backend: string }
  /** A backend has taken a task with a permit of an earlier leader; `permit` is the serial that it has from now on. */
  | {
      readonly kind: 'adopted';
      readonly task: string;
      readonly permit: number;
      readonly backend: string;
      readonly grantedSeconds: number;
    }
  /** A backend has taken nothing: its class was empty, or it was told to stop before it looked. */
  | { readonly kind: 'permit-unused'; readonly permit: number; readonly wasEmpty: boolean }
  /** `cutShort`: the duration in force stopped it, so its own run time is not known. */
  | { readonly kind: 'finished'; readonly task: string; readonly cutShort: boolean }
  /** The task stands at the head of its class again. `isLost`: because nobody held it any more. */
  | { readonly kind: 'returned'; readonly task: string; readonly isLost: boolean }
  /** An administrator put the running detached task back in the queue. It is no halt and no loss. */
  | { readonly kind: 'sent-back'; readonly task: string }
  /** Its client asked for less time than it has. */
  | { readonly kind: 'shortened'; readonly task: string; readonly durationSeconds: number }
  | { readonly kind: 'shell-active'; readonly task: string }
  /** The backend did not pick the permit up in time. It is taken for lost until it joins again. */
  | { readonly kind: 'permit-refused'; readonly permit: number }
  | { readonly kind: 'backend-joined'; readonly backend: string }
  | { readonly kind: 'backend-left'; readonly backend: string }
  | { readonly kind: 'backend-draining'; readonly backend: string }
  | { readonly kind: 'backend-resumed'; readonly backend: string }
  | { readonly kind: 'limits-changed'; readonly levels: readonly Level[] }
  | { readonly kind: 'class-paused'; readonly taskClass: TaskClass }
  | { readonly kind: 'class-resumed'; readonly taskClass: TaskClass }
  /** A new leader has rebuilt the schedule. */
  | { readonly kind: 'taken-over' }
);

export type Denial =
  | {
      readonly code: 'overloaded';
      readonly cause: 'long-wait';
      readonly predictedWaitSeconds: number;
      readonly allowedSeconds: number;
    }
  | { readonly code: 'overloaded'; readonly cause: 'no-free-backend' }
  | { readonly code: 'overloaded'; readonly cause: 'shells-of-address'; readonly allowed: number }
  | { readonly code: 'overloaded'; readonly cause: 'paused' }
  | { readonly code: 'no-backend'; readonly cause: 'none-joined' };

/**
 * Why a task was stopped: `batch` for a person (it goes back to its class), `shell` for a normal task, `withdrawn` by
 * its owner, `sent-back` by an administrator, `stray` because the schedule does not know of the run (it goes back, too).
 */
export type HaltReason = 'batch' | 'shell' | 'withdrawn' | 'sent-back' | 'stray';

/** `halted` is the end of a shell only. `backend-lost` is told to the client as a server error. */
type EndReason = 'finished' | 'withdrawn' | 'halted' | 'backend-lost';

export type Effect =
  /** The task entered the shared queue of its class, at the tail. */
  | { readonly kind: 'number'; readonly task: string; readonly taskClass: TaskClass; readonly number: number }
  /** The task waits in its client's own lane; `place` counts from 1. */
  | { readonly kind: 'lane'; readonly task: string; readonly place: number }
  | {
      readonly kind: 'permit';
      readonly task: string;
      readonly taskClass: TaskClass;
      readonly number: number;
      readonly backend: string;
      readonly permit: number;
      /** What any task of the class may take with this permit, and what this one may. */
      readonly grantedSeconds: number;
      readonly durationSeconds: number;
    }
  /** The deadline moves to start + duration, which may have passed. `busy`: others wait; `asked`: by its client. */
  | {
      readonly kind: 'downgrade';
      readonly task: string;
      readonly backend: string;
      readonly permit: number;
      readonly durationSeconds: number;
      readonly reason: 'busy' | 'asked';
    }
  /** A shell is the next to be halted, or its backend drains. */
  | { readonly kind: 'warn'; readonly task: string; readonly backend: string; readonly reason: 'busy' | 'draining' }
  /** Stop the run; its backend is free from here on. */
  | {
      readonly kind: 'halt';
      readonly task: string;
      readonly backend: string;
      readonly permit: number;
      readonly reason: HaltReason;
    }
  /** It stands at the head of its class again, with the number it had. */
  | {
      readonly kind: 'requeue';
      readonly task: string;
      readonly taskClass: TaskClass;
      readonly number: number;
      readonly halts: number;
      readonly restarts: number;
    }
  /** Every task gets exactly one `deny` or `end`, and nothing after it. */
  | { readonly kind: 'deny'; readonly task: string; readonly denial: Denial }
  | { readonly kind: 'end'; readonly task: string; readonly reason: EndReason }
  /** `limits-changed` brought other durations while tasks wait: nothing was changed. */
  | { readonly kind: 'limits-kept'; readonly reason: 'tasks-wait' };
