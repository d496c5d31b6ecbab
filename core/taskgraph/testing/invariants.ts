import { findCycle } from '../cycle';
import { TASK_GRAPH_LIMITS } from '../limits';
import type { TaskState } from '../state';

/** What must be known of a task to judge it; the model and the real service can both tell it. */
export interface TaskSnapshot {
  readonly id: string;
  readonly isGroup: boolean;
  readonly state: TaskState;
  readonly continuations: ReadonlySet<string>;
  readonly pendingDependencyCount: number;
  readonly attemptCount: number;
  readonly maxAttemptCount: number;
  readonly abandonedCount: number;
  /** Tokens of attempts that have not ended. */
  readonly liveTokenCount: number;
}

export interface GraphSnapshot {
  readonly tasks: ReadonlyMap<string, TaskSnapshot>;
  /** Every edge over which a success was passed on. */
  readonly releases: readonly { readonly parent: string; readonly child: string }[];
}

/** The count of an inactive task is that of its unfinished parents; whoever got further has none. */
function wrongCounts({ tasks, releases }: GraphSnapshot): string[] {
  const released = new Set(releases.map(edgeKey));
  const unfinished = new Map<string, number>();
  for (const parent of tasks.values()) {
    for (const child of parent.continuations) {
      if (released.has(edgeKey({ parent: parent.id, child }))) continue;
      unfinished.set(child, (unfinished.get(child) ?? 0) + 1);
    }
  }
  return [...tasks.values()].flatMap(({ id, state, pendingDependencyCount }) => {
    if (state === 'cancelled') return [];
    const expected = state === 'inactive' ? (unfinished.get(id) ?? 0) : 0;
    if (pendingDependencyCount === expected) return [];
    return [`${id} is ${state} with a count of ${pendingDependencyCount}, not ${expected}`];
  });
}

/** One live token while somebody works on it, none otherwise. */
function wrongTokens({ tasks }: GraphSnapshot): string[] {
  return [...tasks.values()].flatMap(({ id, state, liveTokenCount }) => {
    const expected = state === 'running' || state === 'pending_cancellation' ? 1 : 0;
    return liveTokenCount === expected ? [] : [`${id} is ${state} with ${liveTokenCount} live tokens`];
  });
}

/** Nobody tries more often than allowed, and a group is never anybody's work. */
function wrongAttempts({ tasks }: GraphSnapshot): string[] {
  return [...tasks.values()].flatMap((task) => {
    const { id, state, attemptCount, abandonedCount } = task;
    const { maxAbandonedAttempts } = TASK_GRAPH_LIMITS;
    const isTooOften = attemptCount > task.maxAttemptCount || abandonedCount > maxAbandonedAttempts;
    const isWork = state === 'available' || attemptCount + abandonedCount > 0;
    return [
      ...(isTooOften ? [`${id} was tried ${attemptCount} times and abandoned ${abandonedCount} times`] : []),
      ...(task.isGroup && isWork ? [`${id} is a group and ${state} after ${attemptCount} attempts`] : []),
    ];
  });
}

/** What is below a cancelled task, or below one that ended without a release, can never run. */
function runningBelowCancelled({ tasks, releases }: GraphSnapshot): string[] {
  const released = new Set(releases.map(edgeKey));
  return [...tasks.values()].flatMap((parent) => {
    if (!['cancelled', 'pending_cancellation', 'terminated'].includes(parent.state)) return [];
    return [...parent.continuations].flatMap((child) => {
      const state = tasks.get(child)?.state;
      if (state === 'cancelled' || released.has(edgeKey({ parent: parent.id, child }))) return [];
      return [`${child} is ${state} below ${parent.id}, which is ${parent.state}`];
    });
  });
}

function releasedTwice({ tasks, releases }: GraphSnapshot): string[] {
  const seen = new Set<string>();
  return releases.flatMap((edge) => {
    const key = edgeKey(edge);
    const isAgain = seen.has(key);
    seen.add(key);
    const isEarly = tasks.get(edge.parent)?.state !== 'terminated';
    return [
      ...(isAgain ? [`${edge.child} was released twice by ${edge.parent}`] : []),
      ...(isEarly ? [`${edge.child} was released by ${edge.parent} before its end`] : []),
    ];
  });
}

function cyclic({ tasks }: GraphSnapshot): string[] {
  const path = findCycle(tasks.keys(), (id) => tasks.get(id)?.continuations);
  return path === undefined ? [] : [`a cycle: ${path.join(' -> ')}`];
}

function edgeKey(edge: { readonly parent: string; readonly child: string }): string {
  return JSON.stringify([edge.parent, edge.child]);
}

/** What must hold after every step (docs/task-graph.md, "States"), each a function that tells in words what does not. */
export const INVARIANTS = {
  'the count is that of unfinished parents': wrongCounts,
  'a token lives while somebody works': wrongTokens,
  'nobody tries too often': wrongAttempts,
  'nothing below a cancelled task can run': runningBelowCancelled,
  'nothing is released twice': releasedTwice,
  'nothing waits for itself': cyclic,
} as const;

export function brokenInvariants(snapshot: GraphSnapshot): string[] {
  return Object.values(INVARIANTS).flatMap((invariant) => invariant(snapshot));
}
