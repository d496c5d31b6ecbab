import { graphDocumentSchema } from '@/core/taskgraph/documentSchema';
import { refusal, success, type Result } from '@/core/result';
import { planRetry, type TriedTask } from '@/core/taskgraph/retry';
import { emptyDocumentSchema } from '@/core/taskgraph/serviceSchema';
import { taskBodySchema } from '@/core/taskgraph/taskSchema';
import { KEYS } from '@/platform/redis/keys';
import { ownerOf, visibleTo, type Caller } from './access';
import { graphDocument } from './ownerRoutes';
import type { Parts } from './parts';
import { OWNERS, route, type Route } from './route';
import { toDocument, type StoredTask } from './taskReader';

/** What is done to whole graphs, and to what has ended: another try, and being forgotten. */
export function graphRoutes(parts: Parts): Route[] {
  return [
    route({
      method: 'GET',
      path: '/graphs/:id',
      roles: OWNERS,
      summary: 'All tasks of a graph by local name.',
      answer: graphDocumentSchema,
      handle: async ({ caller, params: { id = '' } }) => {
        const tasks = await tasksOf(parts, id, visibleTo(caller));
        return tasks.ok ? success(await graphDocument(parts, id)) : tasks;
      },
    }),
    route({
      method: 'POST',
      path: '/graphs/:id/cancel',
      roles: OWNERS,
      summary: 'Cancel every task of a graph that has not ended.',
      answer: emptyDocumentSchema,
      handle: async ({ caller, params: { id = '' } }) => {
        const tasks = await tasksOf(parts, id, ownerOf(caller));
        if (!tasks.ok) return tasks;
        // One after the other: the first ones take most of the others with them.
        for (const task of tasks.value) await parts.owners.cancel(ownerOf(caller), task.id);
        return success({});
      },
    }),
    route({
      method: 'POST',
      path: '/graphs/:id/retry',
      roles: OWNERS,
      summary: 'Another try of all that failed or was cancelled, as a new graph.',
      status: 201,
      keeps: 'tasks',
      answer: graphDocumentSchema,
      handle: async ({ caller, params: { id = '' } }) => {
        const tasks = await tasksOf(parts, id, ownerOf(caller));
        return tasks.ok ? retry(parts, caller, tasks.value) : tasks;
      },
    }),
    route({
      method: 'POST',
      path: '/tasks/:id/retry',
      roles: OWNERS,
      summary: 'Another try of one task and what is below it, as a new graph.',
      status: 201,
      keeps: 'tasks',
      answer: graphDocumentSchema,
      handle: async ({ caller, params: { id = '' } }) => {
        const task = await parts.reader.find(id, ownerOf(caller));
        if (!task.ok) return task;
        const { graph } = task.value.fields;
        const tasks = graph ? await tasksOf(parts, graph, ownerOf(caller)) : success([task.value]);
        return tasks.ok ? retry(parts, caller, tasks.value, id) : tasks;
      },
    }),
    route({
      method: 'DELETE',
      path: '/graphs/:id',
      roles: OWNERS,
      summary: 'Forget a graph all of whose tasks have ended, with its artifacts.',
      handle: async ({ caller, params: { id = '' } }) => {
        const tasks = await tasksOf(parts, id, ownerOf(caller));
        return tasks.ok ? forget(parts, tasks.value) : tasks;
      },
    }),
    route({
      method: 'DELETE',
      path: '/tasks/:id',
      roles: OWNERS,
      summary: 'Forget a task that has ended, with its artifacts.',
      handle: async ({ caller, params: { id = '' } }) => {
        const task = await parts.reader.find(id, ownerOf(caller));
        return task.ok ? forget(parts, [task.value]) : task;
      },
    }),
  ];
}

async function tasksOf({ redis, reader }: Parts, graph: string, owner: string): Promise<Result<StoredTask[]>> {
  const holder = await redis.hget(KEYS.graph('graph', graph), 'owner');
  const isKnown = holder !== null && (owner === '' || holder === owner) && (await reader.isVisible(graph));
  if (!isKnown) return refusal({ code: 'unknown-graph', message: `There is no graph ${graph}.` });
  return success(await reader.readMany(await redis.zrange(KEYS.graph('graph', graph, 'tasks'), 0, '-1')));
}

async function retry(parts: Parts, caller: Caller, tasks: readonly StoredTask[], start?: string) {
  const plan = planRetry(tasks.map(triedTask), start);
  if (!plan.ok) return plan;
  const owner = tasks[0]?.fields.owner ?? caller.owner;
  const { room } = caller;
  const created = await parts.creator.writeGraph({ owner, room }, plan.value.graph, undefined, plan.value.retryOf);
  return created.ok ? success(await graphDocument(parts, created.value)) : created;
}

async function forget({ forgetting }: Parts, tasks: readonly StoredTask[]): Promise<Result<void>> {
  const going = tasks.find(({ fields: { state } }) => state !== 'cancelled' && state !== 'terminated');
  if (going !== undefined) {
    return refusal({ code: 'not-ended', message: `Task ${going.id} is ${going.fields.state}; cancel it first.` });
  }
  await forgetting.forget(tasks.map(({ id }) => id));
  return success(undefined);
}

function triedTask(task: StoredTask): TriedTask {
  const { id, local_name: local = id, state, exit_status: exitStatus, continuations, ...document } = toDocument(task);
  const body = taskBodySchema.strip().parse({ ...document, state: undefined });
  return { id, local, state, exitStatus, body, continuations };
}
