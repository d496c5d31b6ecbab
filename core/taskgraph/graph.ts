import { z } from 'zod';
import { closest } from '@/core/closest';
import { findCycle } from './cycle';
import { TASK_GRAPH_LIMITS } from './limits';
import type { FieldError } from '@/core/errors';
import { refusal, success, type Refused, type Result } from '@/core/result';
import { invalidBody, MAX_ERRORS_TOLD, readBody } from './problem';
import { artifactsOf, graphBodySchema, type GraphBody, type TaskBody } from './taskSchema';

/** A graph that may be created as it stands: its names resolve and nothing in it waits for itself. */
export interface CheckedGraph {
  readonly tasks: ReadonlyMap<string, TaskBody>;
  /** How many parents each task has. */
  readonly parentCounts: ReadonlyMap<string, number>;
  readonly isHeld: boolean;
}

const MAX_NAMES_COMPARED = 1000;
/** Tasks that are read before others get a word in. */
const TASKS_READ_AT_ONCE = 100;
const shell = graphBodySchema.extend({ tasks: z.looseObject({}) });

/** A body has room for millions of values: it is read some tasks at a time, and no further than the first wrong ones. */
export async function readGraph(body: unknown, pause: () => Promise<void>): Promise<Result<GraphBody>> {
  const read = readBody(shell, body);
  if (!read.ok) return read;
  const entries = Object.entries(read.value.tasks);
  if (!hasRightSize(entries.length)) return wrongSize();
  const tasks: [string, TaskBody][] = [];
  for (let at = 0; at < entries.length; at += TASKS_READ_AT_ONCE) {
    if (at > 0) await pause();
    const some = readBody(graphBodySchema, { tasks: Object.fromEntries(entries.slice(at, at + TASKS_READ_AT_ONCE)) });
    if (!some.ok) return some;
    tasks.push(...Object.entries(some.value.tasks));
  }
  return success({ ...read.value, tasks: Object.fromEntries(tasks) });
}

function hasRightSize(count: number): boolean {
  return count > 0 && count <= TASK_GRAPH_LIMITS.maxGraphTasks;
}

function wrongSize(): Refused {
  const detail = `expected 1 to ${TASK_GRAPH_LIMITS.maxGraphTasks} tasks`;
  return refusal(invalidBody([{ field: 'tasks', detail }]));
}

/**
 * Everything about a graph that needs no look at what exists already (docs/task-graph.md, 6 and 12). What is wrong with
 * names is told together; a cycle only of a graph whose names are right.
 */
export function checkGraph(body: GraphBody): Result<CheckedGraph> {
  const tasks = new Map(Object.entries(body.tasks));
  const { maxGraphEdges } = TASK_GRAPH_LIMITS;
  if (!hasRightSize(tasks.size)) return wrongSize();
  const edges = [...tasks.values()].reduce((sum, { continuations }) => sum + (continuations?.length ?? 0), 0);
  if (edges > maxGraphEdges) {
    const detail = `expected at most ${maxGraphEdges} continuations in all, found ${edges}`;
    return refusal(invalidBody([{ field: 'tasks', detail }]));
  }
  const errors = firstOf(wrongFields(tasks), MAX_ERRORS_TOLD);
  if (errors.length > 0) return refusal(invalidBody(errors));
  const path = findCycle(tasks.keys(), (local) => tasks.get(local)?.continuations);
  if (path !== undefined) {
    return refusal({ code: 'cycle', message: `These tasks would wait for each other: ${path.join(' -> ')}`, path });
  }
  const parentCounts = new Map([...tasks.keys()].map((local) => [local, 0]));
  for (const task of tasks.values()) {
    for (const child of task.continuations ?? []) parentCounts.set(child, (parentCounts.get(child) ?? 0) + 1);
  }
  return success({ tasks, parentCounts, isHeld: body.hold === true });
}

function* wrongFields(tasks: ReadonlyMap<string, TaskBody>): Generator<FieldError> {
  const names = new Set<string>();
  for (const [local, task] of tasks) {
    if (task.name !== undefined && names.has(task.name)) {
      const detail = `another task of this graph has the name ${JSON.stringify(task.name)}`;
      yield { field: `tasks.${local}.name`, detail };
    }
    if (task.name !== undefined) names.add(task.name);
    yield* wrongContinuations(local, task, tasks);
    yield* wrongArtifacts(local, task, tasks);
  }
}

function* wrongContinuations(
  local: string,
  task: TaskBody,
  tasks: ReadonlyMap<string, TaskBody>,
): Generator<FieldError> {
  const seen = new Set<string>();
  for (const [index, child] of (task.continuations ?? []).entries()) {
    const field = `tasks.${local}.continuations.${index}`;
    if (!tasks.has(child)) yield { field, detail: unknownName(child, tasks) };
    else if (seen.has(child)) yield { field, detail: `${JSON.stringify(child)} is named twice` };
    seen.add(child);
  }
}

/** A task name that is not of this graph is the id of a task that exists already. */
function* wrongArtifacts(local: string, task: TaskBody, tasks: ReadonlyMap<string, TaskBody>): Generator<FieldError> {
  for (const { file, task: source } of artifactsOf(task)) {
    const maker = tasks.get(source);
    if (maker === undefined || maker.continuations?.includes(local)) continue;
    const detail = `${JSON.stringify(source)} must have ${JSON.stringify(local)} among its continuations to come first`;
    yield { field: `tasks.${local}.command.render.files.${file}`, detail };
  }
}

function unknownName(name: string, tasks: ReadonlyMap<string, TaskBody>): string {
  const near = closest(name, firstOf(tasks.keys(), MAX_NAMES_COMPARED));
  const hint = near === undefined ? '' : `; did you mean ${JSON.stringify(near)}?`;
  return `no task of this graph is called ${JSON.stringify(name)}${hint}`;
}

function firstOf<T>(items: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const item of items) {
    if (first.length === count) break;
    first.push(item);
  }
  return first;
}
