import type { TaskState } from '../state';

/** The life of a task as a table (core/taskgraph/state.ts tells it in prose): what the Lua scripts are compared with. */

export const TASK_STEPS = [
  /** By the owner. */
  'activate',
  /** By the success of the last parent. */
  'release',
  /** By the owner, or by the end of a parent. */
  'cancel',
  /** By a worker, as the next three. */
  'claim',
  'succeed',
  'fail',
  'confirm-cancellation',
  /** By the end of a lease. */
  'abandon',
] as const;
export type TaskStep = (typeof TASK_STEPS)[number];

/** What goes with a change of state, in the same atomic step. */
export type TaskEffect =
  'open-attempt' | 'close-attempt' | 'tell-worker' | 'release-continuations' | 'cancel-continuations';

export interface TaskFacts {
  readonly isGroup: boolean;
  readonly pendingDependencyCount: number;
  /** After the present attempt. */
  readonly hasAttemptsLeft: boolean;
  /** After this abandonment. */
  readonly hasAbandonmentsLeft: boolean;
}

export type Transition =
  | { readonly kind: 'change'; readonly to: TaskState; readonly effects: readonly TaskEffect[] }
  /** A success that changes nothing. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly reason: 'lost-race' | 'illegal' | 'has-dependencies' };

type Rule = Transition | ((facts: TaskFacts) => Transition);

const NOTHING: Transition = { kind: 'nothing' };
/** Another worker has it. */
const LOST: Transition = { kind: 'refused', reason: 'lost-race' };

function change(to: TaskState, ...effects: TaskEffect[]): Transition {
  return { kind: 'change', to, effects };
}

function begin(facts: TaskFacts): Transition {
  if (facts.pendingDependencyCount > 0) return { kind: 'refused', reason: 'has-dependencies' };
  return facts.isGroup ? change('terminated', 'release-continuations') : change('available');
}

function endInFailure(isRetried: boolean): Transition {
  return isRetried
    ? change('available', 'close-attempt')
    : change('terminated', 'close-attempt', 'cancel-continuations');
}

const TABLE: Readonly<Record<TaskState, Readonly<Partial<Record<TaskStep, Rule>>>>> = {
  inactive: {
    activate: begin,
    release: begin,
    cancel: change('cancelled', 'cancel-continuations'),
  },
  available: {
    claim: change('running', 'open-attempt'),
    release: NOTHING,
    cancel: change('cancelled', 'cancel-continuations'),
  },
  running: {
    claim: LOST,
    succeed: change('terminated', 'close-attempt', 'release-continuations'),
    fail: (facts) => endInFailure(facts.hasAttemptsLeft),
    abandon: (facts) => endInFailure(facts.hasAbandonmentsLeft),
    release: NOTHING,
    cancel: change('pending_cancellation', 'tell-worker', 'cancel-continuations'),
  },
  pending_cancellation: {
    claim: LOST,
    succeed: change('terminated', 'close-attempt'),
    fail: change('terminated', 'close-attempt'),
    'confirm-cancellation': change('cancelled', 'close-attempt'),
    abandon: change('cancelled', 'close-attempt'),
    release: NOTHING,
    cancel: NOTHING,
  },
  cancelled: { release: NOTHING, cancel: NOTHING },
  terminated: { release: NOTHING, cancel: NOTHING },
};

export function transition(state: TaskState, step: TaskStep, facts: TaskFacts): Transition {
  const rule = TABLE[state][step];
  if (rule === undefined) return { kind: 'refused', reason: 'illegal' };
  return typeof rule === 'function' ? rule(facts) : rule;
}
