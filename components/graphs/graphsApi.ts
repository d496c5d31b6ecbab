import { z } from 'zod';
import { translatorOf } from '@/components/lib/translator';
import {
  eventDocumentSchema,
  graphDocumentSchema,
  problemDocumentSchema,
  taskDocumentSchema,
  type EventDocument,
  type ExecutionInfoDocument,
  type TaskDocument,
} from '@/core/taskgraph/documentSchema';
import { graphPageSchema, historyPageSchema, type GraphSummary } from '@/core/taskgraph/serviceSchema';
import { at } from '@/core/basePath';

/** The service of task graphs as the page asks it, with the page's own session (docs/task-graph.md, 14). */

/** What the service said, in words for the person. */
class GraphsProblem extends Error {}

const API = at('/api/v1');

export async function listGraphs(): Promise<GraphSummary[]> {
  return (await ask('GET', '/graphs?limit=50', graphPageSchema)).items;
}

/** All but the commands: a thousand programs would be too much to show a drawing of them. */
const graphTaskSchema = taskDocumentSchema.omit({ command: true });
export type GraphTask = Omit<TaskDocument, 'command'>;
const FIELDS = Object.keys(graphTaskSchema.shape).join(',');
const taskPageSchema = z.object({ items: z.array(graphTaskSchema), next: z.string().nullable() });

export async function readGraph(graph: string): Promise<GraphTask[]> {
  const tasks: GraphTask[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const after: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const path = `/tasks?graph=${encodeURIComponent(graph)}&fields=${FIELDS}${after}`;
    const page: z.infer<typeof taskPageSchema> = await ask('GET', path, taskPageSchema);
    tasks.push(...page.items);
    cursor = page.next;
  }
  if (tasks.length === 0) throw new GraphsProblem(translatorOf('graphs')('errors.notFound'));
  return tasks;
}

export function readTask(id: string): Promise<GraphTask> {
  return ask('GET', `/tasks/${id}`, graphTaskSchema.strip());
}

export async function readHistory(id: string, signal: AbortSignal): Promise<ExecutionInfoDocument[]> {
  return (await ask('GET', `/tasks/${id}/current_history`, historyPageSchema, undefined, signal)).items;
}

/** Gives back the id of the graph. The service checks the body, and says what is wrong with it. */
export async function createGraph(body: unknown): Promise<string> {
  if (typeof body !== 'object' || body === null || !('tasks' in body)) {
    throw new GraphsProblem(translatorOf('graphs')('errors.notAGraph', { example: '{"tasks": {…}}' }));
  }
  return (await ask('POST', '/tasks', graphDocumentSchema, body)).graph;
}

export async function cancelTask(id: string): Promise<void> {
  await ask('PATCH', `/tasks/${id}`, taskDocumentSchema, { state: 'cancelled' });
}

export async function cancelGraph(graph: string): Promise<void> {
  await send('POST', `/graphs/${graph}/cancel`);
}

/** Another try is a new graph; gives back its id. */
export async function retry(what: 'graphs' | 'tasks', id: string): Promise<string> {
  return (await ask('POST', `/${what}/${id}/retry`, graphDocumentSchema)).graph;
}

export async function forgetGraph(graph: string): Promise<void> {
  await send('DELETE', `/graphs/${graph}`);
}

export async function readLog(id: string, attempt: number): Promise<string> {
  return (await send('GET', `/tasks/${id}/log?attempt=${attempt}`)).text();
}

interface EventListener {
  readonly onEvent: (event: EventDocument) => void;
  /** At the beginning, and whenever events may have been missed. */
  readonly onOpen: () => void;
  readonly onAway: () => void;
}

/** Answers how to stop. The browser itself reconnects, with the id of the last event. */
export function listenToGraph(graph: string, { onEvent, onOpen, onAway }: EventListener): () => void {
  const source = new EventSource(`${API}/events?graph=${encodeURIComponent(graph)}`);
  source.addEventListener('message', ({ data }) => {
    const event = eventDocumentSchema.safeParse(JSON.parse(String(data)));
    if (event.success) onEvent(event.data);
  });
  source.addEventListener('gap', onOpen);
  source.addEventListener('open', onOpen);
  source.addEventListener('error', onAway);
  return () => source.close();
}

async function ask<T>(
  method: string,
  path: string,
  schema: z.ZodType<T>,
  body?: unknown,
  signal?: AbortSignal,
): Promise<T> {
  return schema.parse(await (await send(method, path, body, signal)).json());
}

async function send(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const json =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(`${API}${path}`, { method, ...json, ...(signal ? { signal } : {}) }).catch(() => {
    throw new GraphsProblem(translatorOf('common')('unreachable'));
  });
  if (response.ok) return response;
  // A proxy may answer with something that is no problem document; its status is told then.
  throw new GraphsProblem(problemText(response.status, await response.json().catch(() => undefined)));
}

/** By the code of the problem; of one that the page has no words for, what the service says of it. */
function problemText(status: number, body: unknown): string {
  const t = translatorOf('graphs');
  const problem = problemDocumentSchema.safeParse(body).data;
  if (problem === undefined) return t('errors.status', { status: String(status) });
  const code = problem.type.slice(problem.type.indexOf('#') + 1);
  const key = `problems.${code}` as 'problems.invalid-body';
  return t.has(key) ? t(key, { detail: problem.detail }) : problem.detail;
}
