import type { CheckedGraph } from './graph';
import { refusal, success, type Result } from '@/core/result';
import type { TaskState } from './state';
import type { TaskBody } from './taskSchema';
import type { ExitStatus } from './workerSchema';

/** A task of a graph as far as another try is concerned. */
export interface TriedTask {
  readonly id: string;
  readonly local: string;
  readonly state: TaskState;
  readonly exitStatus: ExitStatus | undefined;
  /** Without its continuations; what it takes from other tasks is named by their ids. */
  readonly body: TaskBody;
  readonly continuations: readonly string[];
}

interface RetryPlan {
  readonly graph: CheckedGraph;
  /** The task that each one is another try of, by local name. */
  readonly retryOf: ReadonlyMap<string, string>;
}

/**
 * Another try of what did not succeed (docs/task-graph.md, "Retry"). States are final, so it is a new graph: of all
 * that failed or was cancelled, or of one such task, what is below it, and what they wait for that did not succeed
 * either. What did succeed is not done again; its artifacts stay where they are.
 */
export function planRetry(tasks: readonly TriedTask[], start?: string): Result<RetryPlan> {
  const chosen = start === undefined ? tasks : connected(tasks, start);
  const going = chosen.find(({ state }) => state !== 'cancelled' && state !== 'terminated');
  if (going !== undefined) {
    return refusal({ code: 'not-ended', message: `${going.local} is ${going.state}; wait for its end or cancel it.` });
  }
  const again = chosen.filter((task) => !hasSucceeded(task));
  if (again.length === 0) return refusal({ code: 'nothing-to-retry', message: 'All of it has succeeded.' });
  const localOf = new Map(again.map(({ id, local }) => [id, local]));
  const parentCounts = new Map(again.map(({ local }) => [local, 0]));
  const bodies = again.map(({ local, body, continuations }): [string, TaskBody] => {
    const children = continuations.flatMap((id) => localOf.get(id) ?? []);
    for (const child of children) parentCounts.set(child, (parentCounts.get(child) ?? 0) + 1);
    return [local, renamed({ ...body, continuations: children }, localOf)];
  });
  const retryOf = new Map(again.map(({ id, local }) => [local, id]));
  return success({ graph: { tasks: new Map(bodies), parentCounts, isHeld: false }, retryOf });
}

/** The task, what is below it, and what did not succeed of that which they wait for. */
function connected(tasks: readonly TriedTask[], start: string): TriedTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const parentsOf = new Map<string, TriedTask[]>();
  for (const task of tasks) {
    for (const child of task.continuations) parentsOf.set(child, [...(parentsOf.get(child) ?? []), task]);
  }
  const found = new Set([start]);
  for (const id of found) {
    for (const child of byId.get(id)?.continuations ?? []) found.add(child);
    for (const parent of parentsOf.get(id) ?? []) if (!hasSucceeded(parent)) found.add(parent.id);
  }
  return tasks.filter(({ id }) => found.has(id));
}

function hasSucceeded({ state, exitStatus }: TriedTask): boolean {
  return state === 'terminated' && exitStatus === 'success';
}

/** What it takes from tasks that are tried again it takes from their new tries; a name is unique and stays behind. */
function renamed(body: TaskBody, localOf: ReadonlyMap<string, string>): TaskBody {
  const { name: _name, ...rest } = body;
  const render = body.command?.render;
  if (render === undefined) return rest;
  const files = Object.entries(render.files).map(([file, content]) => {
    if (typeof content === 'string' || !('artifact' in content)) return [file, content] as const;
    const { task, file: wanted } = content.artifact;
    return [file, { artifact: { task: localOf.get(task) ?? task, file: wanted } }] as const;
  });
  return { ...rest, command: { render: { ...render, files: Object.fromEntries(files) } } };
}
