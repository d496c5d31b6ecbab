import { artifactDocumentSchema } from '@/core/taskgraph/documentSchema';
import { TASK_GRAPH_ROOM } from '@/core/taskgraph/limits';
import { refusal, success, type Result } from '@/core/result';
import { invalidBody } from '@/core/taskgraph/problem';
import { attemptQuerySchema, tokenQuerySchema } from '@/core/taskgraph/querySchema';
import { ownerOf, visibleTo, type Caller } from './access';
import { artifactHeaders, isFileName, type LiveAttempt } from './artifacts';
import type { Parts } from './parts';
import { artifactUrl } from './storedTask';
import { ANSWERED, EVERYBODY, OWNERS, route, WORKERS, type Route } from './route';

/** What tasks drew, wrote and said; what of it an outside worker brings (docs/task-graph.md, "Artifacts"). */

export function artifactReadRoutes(parts: Parts): Route[] {
  const { reader, artifacts } = parts;
  return [
    route({
      method: 'GET',
      path: '/tasks/:id/artifacts/:file',
      roles: EVERYBODY,
      summary: 'What a task drew or wrote.',
      gives: '*/*',
      opensToAdminPage: true,
      handle: async ({ caller, params: { id = '', file = '' }, reply }) => {
        const task = await reader.find(id, visibleTo(caller));
        const found = task.ok ? await artifacts.read(id, task.value.fields, file) : task;
        if (!found.ok) return found;
        const { type, size, stream } = found.value;
        reply.headers(artifactHeaders(type)).header('content-length', size).send(stream);
        return ANSWERED;
      },
    }),
    route({
      method: 'DELETE',
      path: '/tasks/:id/artifacts/:file',
      roles: OWNERS,
      summary: 'Take away what a task drew or wrote.',
      handle: async ({ caller, params: { id = '', file = '' } }) => artifacts.remove(ownerOf(caller), id, file),
    }),
    route({
      method: 'GET',
      path: '/tasks/:id/log',
      roles: EVERYBODY,
      summary: 'What an attempt of a task said, of the last one unless `attempt` says otherwise.',
      opensToAdminPage: true,
      query: attemptQuerySchema,
      gives: 'text/plain',
      handle: async ({ caller, params: { id = '' }, query, reply }) => {
        const task = await reader.find(id, visibleTo(caller));
        if (!task.ok) return task;
        const attempt = query.attempt ?? Number(task.value.fields.runs ?? 0);
        const log = (await artifacts.readLog(id, attempt)) ?? Buffer.alloc(0);
        reply.headers(artifactHeaders('text/plain; charset=utf-8')).send(log);
        return ANSWERED;
      },
    }),
  ];
}

/** Bodies are the bytes themselves; the token of the attempt comes as `?token=` or in the header `Attempt-Token`. */
export function artifactWriteRoutes(parts: Parts): Route[] {
  return [
    route({
      method: 'PUT',
      path: '/tasks/:id/artifacts/:file',
      roles: WORKERS,
      summary: 'What the worker of a running task brings: the bytes, with the token as ?token= or Attempt-Token.',
      keeps: 'artifacts',
      takes: '*/*',
      query: tokenQuerySchema,
      status: 201,
      answer: artifactDocumentSchema,
      handle: async ({ caller, params: { id = '', file = '' }, query, request }) => {
        const token = query.token ?? request.headers['attempt-token'];
        if (!isFileName(file)) {
          return refusal(invalidBody([{ field: 'file', detail: 'expected 1 to 255 characters without a slash' }]));
        }
        const bytes = bytesOf(request.body);
        const live = await liveAttempt(parts, caller, id, token);
        const kept = live.ok ? await parts.artifacts.keep(live.value, file, bytes) : live;
        if (!kept.ok) return kept;
        return success({ file, type: kept.value.type, bytes: bytes.length, url: artifactUrl(id, file) });
      },
    }),
    route({
      method: 'PUT',
      path: '/tasks/:id/log',
      roles: WORKERS,
      summary: 'What the running attempt said so far, as plain text.',
      keeps: 'artifacts',
      takes: '*/*',
      query: tokenQuerySchema,
      handle: async ({ caller, params: { id = '' }, query, request }) => {
        const token = query.token ?? request.headers['attempt-token'];
        const live = await liveAttempt(parts, caller, id, token);
        if (!live.ok) return live;
        const bytes = bytesOf(request.body).subarray(0, TASK_GRAPH_ROOM.maxLogBytes);
        await parts.artifacts.putLog(id, live.value.run, bytes);
        return success(undefined);
      },
    }),
  ];
}

/** Before anything is stored: the attempt must be going on. */
async function liveAttempt(parts: Parts, caller: Caller, id: string, token: unknown): Promise<Result<LiveAttempt>> {
  if (typeof token !== 'string' || token === '') {
    return refusal(invalidBody([{ field: 'token', detail: 'expected the token of the attempt' }]));
  }
  const task = await parts.reader.find(id, visibleTo(caller));
  if (!task.ok) return task;
  const { fields } = task.value;
  const isGoingOn = fields.state === 'running' || fields.state === 'pending_cancellation';
  if (isGoingOn && fields.token === token) return success({ id, run: Number(fields.runs), token });
  return refusal({ code: 'old-token', message: `This token is not, or no longer, that of task ${id}.` });
}

function bytesOf(body: unknown): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}
