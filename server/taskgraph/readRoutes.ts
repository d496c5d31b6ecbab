import { taskDocumentSchema, type TaskDocument } from '@/core/taskgraph/documentSchema';
import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';
import { refusal, success, type Result } from '@/core/result';
import { pageQuerySchema, statsQuerySchema, taskListQuerySchema } from '@/core/taskgraph/querySchema';
import {
  graphPageSchema,
  historyPageSchema,
  statsDocumentSchema,
  taskPageSchema,
  workerPageSchema,
} from '@/core/taskgraph/serviceSchema';
import { visibleTo } from './access';
import { listGraphs } from './graphList';
import type { Parts } from './parts';
import { EVERYBODY, OWNERS, route, WORKERS, type Route } from './route';
import { toDocument } from './taskReader';
import { listWorkers } from './workerList';

/** What can be looked at (docs/task-graph.md, 12 and 13). */
export function readRoutes(parts: Parts): Route[] {
  const { reader, listing, stats } = parts;
  return [
    route({
      method: 'GET',
      path: '/tasks',
      roles: EVERYBODY,
      summary: 'Tasks, filtered and sorted, in pages.',
      query: taskListQuerySchema,
      answer: taskPageSchema,
      handle: async ({ caller, query }) => {
        const unknown = query.fields?.find((field) => !(field in taskDocumentSchema.shape));
        if (unknown !== undefined) {
          const known = Object.keys(taskDocumentSchema.shape).join(', ');
          return refusal({ code: 'invalid-query', message: `fields: there is no ${unknown}; there are ${known}` });
        }
        const page = await listing.list(query, visibleTo(caller));
        if (!page.ok) return page;
        const items = page.value.tasks.map((task) => project(toDocument(task), query.fields));
        return success({ items, next: page.value.next ?? null });
      },
    }),
    route({
      method: 'GET',
      path: '/tasks/:id',
      roles: EVERYBODY,
      summary: 'One task.',
      answer: taskDocumentSchema,
      handle: ({ caller, params: { id = '' } }) => reader.document(id, visibleTo(caller)),
    }),
    route({
      method: 'GET',
      path: '/tasks/:id/current_history',
      roles: EVERYBODY,
      summary: 'The attempts of a task, from the first.',
      query: pageQuerySchema,
      answer: historyPageSchema,
      handle: async ({ caller, params: { id = '' }, query }) => {
        const found = await reader.find(id, visibleTo(caller));
        return found.ok ? history(parts, id, Number(found.value.fields.runs ?? 0), query) : found;
      },
    }),
    route({
      method: 'GET',
      path: '/graphs',
      roles: OWNERS,
      summary: 'Graphs, the newest first, with how many of their tasks are in which state.',
      query: pageQuerySchema,
      answer: graphPageSchema,
      handle: ({ caller, query }) => listGraphs(parts, visibleTo(caller), query),
    }),
    ...['/workers', '/registered_workers'].map((path) =>
      route({
        method: 'GET',
        path,
        roles: WORKERS,
        summary: 'Workers that claimed or renewed within the last lease, and what they hold.',
        query: pageQuerySchema,
        answer: workerPageSchema,
        handle: ({ query }) => listWorkers(parts.redis, parts.workers.leaseMs, query),
      }),
    ),
    route({
      method: 'GET',
      path: '/stats',
      roles: EVERYBODY,
      summary:
        'Counts, waiting and running times, failures, memory and CPU: of all that the caller sees, and per label.',
      query: statsQuerySchema,
      answer: statsDocumentSchema,
      handle: async ({ caller, query }) => success(await stats.read(visibleTo(caller), query.label)),
    }),
  ];
}

async function history(
  { reader }: Parts,
  id: string,
  runs: number,
  { limit, cursor = '1' }: { readonly limit: number; readonly cursor?: string | undefined },
): Promise<Result<unknown>> {
  const first = Number(cursor);
  if (!Number.isInteger(first) || first < 1) {
    return refusal({ code: 'invalid-query', message: 'cursor: expected the `next` of a page' });
  }
  const last = Math.min(runs, first + Math.min(limit, TASK_GRAPH_LIMITS.listPageItems) - 1);
  const items = await reader.attempts(id, first, last);
  return success({ items, next: last < runs ? String(last + 1) : null });
}

function project(document: TaskDocument, fields: readonly string[] | undefined): Partial<TaskDocument> {
  if (fields === undefined) return document;
  return Object.fromEntries(Object.entries(document).filter(([name]) => fields.includes(name)));
}
