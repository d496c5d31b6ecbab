import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  claimedTaskDocumentSchema,
  graphDocumentSchema,
  taskDocumentSchema,
  type TaskDocument,
} from '@/core/taskgraph/documentSchema';
import type { Edge } from '@/core/taskgraph/edge';
import { readGraph } from '@/core/taskgraph/graph';
import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';
import { refusal, success, type Result } from '@/core/result';
import { invalidBody, readBody } from '@/core/taskgraph/problem';
import { continuationsDocument, edgesDocument } from '@/core/taskgraph/serviceSchema';
import { graphBodySchema, taskBodySchema } from '@/core/taskgraph/taskSchema';
import {
  bulkContinuationsBodySchema,
  continuationsBodySchema,
  patchBodySchema,
  reportBodySchema,
  type BulkContinuationsBody,
} from '@/core/taskgraph/workerSchema';
import { KEYS } from '@/platform/redis/keys';
import { ownerOf, visibleTo, type Caller } from './access';
import type { Parts } from './parts';
import { EVERYBODY, OWNERS, route, type Route } from './route';
import { toDocument } from './taskReader';
import { isWorkersPatch, workersPatch } from './workerRoutes';

/** What owners change: tasks, graphs and edges (docs/task-graph.md, 2, 6 and 12). */

export function ownerRoutes(parts: Parts): Route[] {
  return [
    route({
      method: 'POST',
      path: '/tasks',
      roles: OWNERS,
      summary: 'Create a task, or a whole graph by local names; repeatable with an Idempotency-Key.',
      body: z.unknown(),
      bodies: [taskBodySchema, graphBodySchema],
      keeps: 'tasks',
      status: 201,
      answer: z.union([taskDocumentSchema, graphDocumentSchema]),
      handle: async ({ caller, body, request }) => {
        const key = idempotencyKey(request);
        if (!key.ok) return key;
        return isGraph(body) ? createGraph(parts, caller, body, key.value) : createTask(parts, caller, body, key.value);
      },
    }),
    route({
      method: 'PATCH',
      path: '/tasks/:id',
      roles: EVERYBODY,
      summary: "Change a task (owner), claim it or report an attempt's end (worker).",
      body: z.unknown(),
      bodies: [patchBodySchema, reportBodySchema],
      answer: z.union([taskDocumentSchema, claimedTaskDocumentSchema]),
      handle: async ({ caller, params: { id = '' }, body }) => {
        if (isWorkersPatch(caller, body)) return workersPatch(parts, caller, id, body);
        const patch = readBody(patchBodySchema, body);
        if (!patch.ok) return patch;
        if (caller.role === 'worker') {
          return refusal({ code: 'not-allowed', message: 'Workers claim and report; only owners change tasks.' });
        }
        const { command } = patch.value;
        const refused = command && (await parts.creator.refusedCommand(caller, command));
        if (refused) return refused;
        const done = await parts.owners.patch(ownerOf(caller), id, patch.value);
        return done.ok ? parts.reader.document(id, visibleTo(caller)) : done;
      },
    }),
    ...(['add', 'remove'] as const).flatMap((verb) =>
      ['continuations', 'continuation'].flatMap((noun) => edgeRoutes(parts, verb, `${verb}_${noun}`)),
    ),
  ];
}

function edgeRoutes({ owners }: Parts, verb: 'add' | 'remove', word: string): Route[] {
  const name = verb === 'add' ? 'added' : 'removed';
  const change = async (caller: Caller, request: BulkContinuationsBody): Promise<Result<Edge[]>> => {
    const count = request.reduce((sum, { targets, values }) => sum + targets.length * values.length, 0);
    if (count > TASK_GRAPH_LIMITS.maxEdgesOfRequest) {
      const detail = `expected at most ${TASK_GRAPH_LIMITS.maxEdgesOfRequest} edges in one request, found ${count}`;
      return refusal(invalidBody([{ field: '(body)', detail }]));
    }
    return verb === 'add'
      ? owners.addContinuations(ownerOf(caller), request)
      : owners.removeContinuations(ownerOf(caller), request);
  };
  const summary = verb === 'add' ? 'Add continuations' : 'Remove continuations';
  return [
    route({
      method: 'POST',
      path: `/tasks/${word}`,
      roles: OWNERS,
      summary: `${summary}: every value to every target.`,
      body: bulkContinuationsBodySchema,
      answer: edgesDocument(name),
      handle: async ({ caller, body }) => {
        const edges = await change(caller, body);
        return edges.ok ? success({ [name]: edges.value }) : edges;
      },
    }),
    route({
      method: 'POST',
      path: `/tasks/:id/${word}`,
      roles: OWNERS,
      summary: `${summary} of one task.`,
      body: continuationsBodySchema,
      answer: continuationsDocument(name),
      handle: async ({ caller, params: { id = '' }, body }) => {
        const edges = await change(caller, [{ targets: [id], values: body }]);
        return edges.ok ? success({ [name]: edges.value.map(({ child }) => child) }) : edges;
      },
    }),
  ];
}

async function createTask(parts: Parts, caller: Caller, body: unknown, key: string | undefined) {
  const task = readBody(taskBodySchema, body);
  if (!task.ok) return task;
  const created = await parts.creator.createTask(caller, task.value, key);
  return created.ok ? parts.reader.document(created.value, visibleTo(caller)) : created;
}

async function createGraph(parts: Parts, caller: Caller, body: unknown, key: string | undefined) {
  const graph = await readGraph(body, () => setImmediate());
  if (!graph.ok) return graph;
  const created = await parts.creator.createGraph(caller, graph.value, key);
  return created.ok ? success(await graphDocument(parts, created.value)) : created;
}

/** Its tasks by local name, as they are now. */
export async function graphDocument({ redis, reader }: Parts, graph: string) {
  const tasks = await reader.readMany(await redis.zrange(KEYS.graph('graph', graph, 'tasks'), 0, '-1'));
  const entries = tasks.map((task): [string, TaskDocument] => [task.fields.local ?? task.id, toDocument(task)]);
  return { graph, tasks: Object.fromEntries(entries) };
}

function isGraph(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'tasks' in body;
}

function idempotencyKey(request: FastifyRequest): Result<string | undefined> {
  const key = request.headers['idempotency-key'];
  const { maxIdempotencyKeyCharacters: most } = TASK_GRAPH_LIMITS;
  if (key === undefined) return success(undefined);
  if (typeof key === 'string' && key.length >= 1 && key.length <= most) return success(key);
  return refusal(invalidBody([{ field: 'Idempotency-Key', detail: `expected one header of 1 to ${most} characters` }]));
}
