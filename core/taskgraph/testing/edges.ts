import { findCycle } from '../cycle';
import type { Edge } from '../edge';
import { TASK_GRAPH_LIMITS } from '../limits';
import { refusal, success, type Result } from '@/core/result';
import { unknownTask } from '../problem';
import type { BulkContinuationsBody } from '../workerSchema';
import type { ModelTask } from './modelTask';

type Tasks = ReadonlyMap<string, ModelTask>;

/** The edges that a request really adds, or why none of them may be (docs/task-graph.md, 6). */
export function edgesToAdd(tasks: Tasks, request: BulkContinuationsBody): Result<Edge[]> {
  const named = namedEdges(tasks, request);
  if (!named.ok) return named;
  const added = named.value.filter(({ parent, child }) => !tasks.get(parent)?.continuations.has(child));
  const busy = busyEnd(tasks, added);
  if (busy !== undefined) return busy;
  const addedOf = new Map<string, string[]>();
  for (const { parent, child } of added) addedOf.set(parent, [...(addedOf.get(parent) ?? []), child]);
  for (const [parent, children] of addedOf) {
    if ((tasks.get(parent)?.continuations.size ?? 0) + children.length <= TASK_GRAPH_LIMITS.maxContinuations) continue;
    const detail = `Task ${parent} would have more than ${TASK_GRAPH_LIMITS.maxContinuations} continuations.`;
    return refusal({ code: 'too-many-continuations', message: detail });
  }
  const nextOf = (id: string) => [...(tasks.get(id)?.continuations ?? []), ...(addedOf.get(id) ?? [])];
  const path = findCycle(addedOf.keys(), nextOf);
  if (path === undefined) return success(added);
  return refusal({ code: 'cycle', message: `These tasks would wait for each other: ${path.join(' -> ')}`, path });
}

/** The edges that a request really removes; what is no edge is passed over. */
export function edgesToRemove(tasks: Tasks, request: BulkContinuationsBody): Result<Edge[]> {
  const named = namedEdges(tasks, request);
  if (!named.ok) return named;
  const removed = named.value.filter(({ parent, child }) => tasks.get(parent)?.continuations.has(child));
  return busyEnd(tasks, removed) ?? success(removed);
}

/** Every value of every target, once. */
function namedEdges(tasks: Tasks, request: BulkContinuationsBody): Result<Edge[]> {
  const edges = new Map<string, Edge>();
  for (const { targets, values } of request) {
    const unknown = [...targets, ...values].find((id) => !tasks.has(id));
    if (unknown !== undefined) return refusal(unknownTask(unknown));
    for (const parent of targets) {
      for (const child of values) edges.set(JSON.stringify([parent, child]), { parent, child });
    }
  }
  return success([...edges.values()]);
}

function busyEnd(tasks: Tasks, edges: readonly Edge[]): Result<never> | undefined {
  for (const id of edges.flatMap(({ parent, child }) => [parent, child])) {
    const state = tasks.get(id)?.state;
    if (state !== 'inactive') return refusal({ code: 'not-inactive', message: `Task ${id} is ${state}.` });
  }
  return undefined;
}
