import { edgesToAdd, edgesToRemove } from './edges';
import type { Edge } from '../edge';
import type { CheckedGraph } from '../graph';
import type { GraphSnapshot } from './invariants';
import { TASK_GRAPH_LIMITS } from '../limits';
import { ModelStore } from './modelStore';
import { kindOf } from '../taskKind';
import type { ModelTask, TaskEvent } from './modelTask';
import { ModelWorkers } from './modelWorkers';
import { refusal, success, type Result } from '@/core/result';
import { unknownTask } from '../problem';
import type { TaskStep } from './transitions';
import { isHeld, type TaskBody } from '../taskSchema';
import type { BulkContinuationsBody } from '../workerSchema';

/**
 * The whole service in memory, as plainly as it can be said (docs/task-graph.md): what the real one must agree with,
 * step by step. Each method is one request, and one atomic step. Who may ask is not its matter.
 */
export class TaskModel {
  readonly workers: ModelWorkers;
  private readonly store: ModelStore;

  constructor(
    private readonly surroundings: {
      readonly nowMs: () => number;
      readonly newId: () => string;
      readonly newToken: () => string;
    },
  ) {
    this.store = new ModelStore(surroundings.nowMs);
    this.workers = new ModelWorkers(this.store, surroundings.nowMs, surroundings.newToken);
  }

  get tasks(): ReadonlyMap<string, ModelTask> {
    return this.store.tasks;
  }

  get events(): readonly TaskEvent[] {
    return this.store.events;
  }

  /** One task; its continuations exist already. */
  create(owner: string, body: TaskBody): Result<string> {
    const children = [...new Set(body.continuations ?? [])];
    for (const id of children) {
      const state = this.tasks.get(id)?.state;
      if (state === undefined) return refusal(unknownTask(id));
      if (state !== 'inactive') return refusal({ code: 'not-inactive', message: `Task ${id} is ${state}.` });
    }
    const taken = this.nameTaken(owner, [body]);
    if (taken !== undefined) return taken;
    const task = this.insert(owner, body);
    this.connect(children.map((child) => ({ parent: task.id, child })));
    if (!isHeld(body)) this.store.step(task, 'activate');
    return success(task.id);
  }

  /** All or nothing; gives back the ids by local name. */
  createGraph(owner: string, graph: CheckedGraph): Result<ReadonlyMap<string, string>> {
    const taken = this.nameTaken(owner, [...graph.tasks.values()]);
    if (taken !== undefined) return taken;
    const created = [...graph.tasks].map(([local, body]) => ({ local, body, task: this.insert(owner, body) }));
    const ids = new Map(created.map(({ local, task }) => [local, task.id]));
    for (const { body, task } of created) {
      this.connect((body.continuations ?? []).map((child) => ({ parent: task.id, child: ids.get(child) ?? '' })));
    }
    for (const { local, body, task } of created) {
      const isRoot = graph.parentCounts.get(local) === 0;
      if (isRoot && !graph.isHeld && !isHeld(body)) this.store.step(task, 'activate');
    }
    return success(ids);
  }

  addContinuations(request: BulkContinuationsBody): Result<readonly Edge[]> {
    const edges = edgesToAdd(this.tasks, request);
    if (edges.ok) this.connect(edges.value);
    return edges;
  }

  /** Whoever loses its last parent stays inactive. */
  removeContinuations(request: BulkContinuationsBody): Result<readonly Edge[]> {
    const edges = edgesToRemove(this.tasks, request);
    if (!edges.ok) return edges;
    for (const { parent, child } of edges.value) {
      this.tasks.get(parent)?.continuations.delete(child);
      const task = this.tasks.get(child);
      if (task !== undefined) task.pendingDependencyCount -= 1;
    }
    return edges;
  }

  /** One task's, in one request: additions first, then removals; whole or not at all. */
  changeContinuations(parent: string, add: readonly string[], remove: readonly string[]): Result<void> {
    const removed = this.removeContinuations([{ targets: [parent], values: [...remove] }]);
    if (!removed.ok) return removed;
    const left = add.filter((child) => !remove.includes(child));
    const added = this.addContinuations([{ targets: [parent], values: left }]);
    if (added.ok) return success(undefined);
    this.connect(removed.value);
    return added;
  }

  activate(id: string): Result<void> {
    return this.ownerStep(id, 'activate');
  }

  cancel(id: string): Result<void> {
    return this.ownerStep(id, 'cancel');
  }

  snapshot(): GraphSnapshot {
    const tasks = [...this.tasks.values()].map((task) => {
      const liveTokenCount = task.attempts.filter((attempt) => attempt.ending === undefined).length;
      return [task.id, { ...task, isGroup: task.kind === 'group', liveTokenCount }] as const;
    });
    return { tasks: new Map(tasks), releases: this.store.releases };
  }

  private nameTaken(owner: string, bodies: readonly TaskBody[]): Result<never> | undefined {
    const own = [...this.tasks.values()].filter((task) => task.owner === owner);
    const names = new Set(own.map((task) => task.name));
    const taken = bodies.find(({ name }) => name !== undefined && names.has(name));
    if (taken === undefined) return undefined;
    return refusal({ code: 'name-taken', message: `There is a task called ${JSON.stringify(taken.name)}.` });
  }

  /** Inactive and not connected yet. */
  private insert(owner: string, body: TaskBody): ModelTask {
    const task: ModelTask = {
      id: this.surroundings.newId(),
      owner,
      serial: this.tasks.size,
      name: body.name,
      kind: kindOf(body),
      priority: body.priority ?? 0,
      resources: body.requested_resources ?? {},
      maxAttemptCount: body.max_attempt_count ?? TASK_GRAPH_LIMITS.defaultAttempts,
      continuations: new Set(),
      state: 'inactive',
      pendingDependencyCount: 0,
      attemptCount: 0,
      abandonedCount: 0,
      attempts: [],
    };
    this.store.add(task);
    return task;
  }

  private connect(edges: readonly Edge[]): void {
    for (const { parent, child } of edges) {
      this.tasks.get(parent)?.continuations.add(child);
      const task = this.tasks.get(child);
      if (task !== undefined) task.pendingDependencyCount += 1;
    }
  }

  private ownerStep(id: string, step: TaskStep): Result<void> {
    const task = this.tasks.get(id);
    if (task === undefined) return refusal(unknownTask(id));
    const result = this.store.step(task, step);
    if (result.kind !== 'refused') return success(undefined);
    const code = result.reason === 'illegal' ? 'illegal-transition' : result.reason;
    return refusal({ code, message: `Task ${id} is ${task.state}, and "${step}" is not possible now.` });
  }
}
