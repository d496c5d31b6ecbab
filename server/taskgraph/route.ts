import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Failure } from '@/core/errors';
import { TURN_LIMITS } from '@/core/limits';
import type { Result } from '@/core/result';
import { TASK_GRAPH_LIMITS } from '@/core/taskgraph/limits';
import { problemDocument, readBody } from '@/core/taskgraph/problem';
import type { Role } from '@/core/taskgraph/serviceSchema';
import type { Log } from '@/platform/log';
import { diskFull, isDiskFull } from '../storage';
import { Turns } from '../turns';
import { unavailableOf } from '@/platform/redis/trouble';
import type { Access, Caller } from './access';
import type { GraphAdmission, Keeping } from './admission';

/**
 * One address of the service. The table of all of them is what the front serves and what the OpenAPI document tells, so
 * that the two cannot disagree.
 */

interface Call<Body, Query> {
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Body;
  readonly query: Query;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The handler has answered by itself. */
export const ANSWERED = Symbol('answered');

export interface Route<Body = unknown, Query = unknown> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** Below /api/v1. */
  readonly path: string;
  readonly roles: readonly Role[];
  readonly summary: string;
  readonly body?: z.ZodType<Body>;
  /** Where the handler itself tells several kinds of bodies apart: what they are. */
  readonly bodies?: readonly z.ZodType[];
  readonly query?: z.ZodType<Query>;
  readonly status?: number;
  /** What its body is kept as: there must be room for it. */
  readonly keeps?: Keeping;
  /** Whether an admin who is signed in on the admin page may follow a link to it, without a token. */
  readonly opensToAdminPage?: boolean;
  /** Of the answer's body, if it is JSON. */
  readonly answer?: z.ZodType;
  /** Media types of bodies that are not JSON. */
  readonly takes?: string;
  readonly gives?: string;
  readonly handle: (call: Call<Body, Query>) => Promise<Result<unknown> | typeof ANSWERED>;
}

/** Keeps the types of a route's body and query together, then forgets them: the table holds all kinds. */
export function route<Body, Query>(definition: Route<Body, Query>): Route {
  return definition as Route;
}

export const EVERYBODY: readonly Role[] = ['user', 'worker', 'admin'];
export const OWNERS: readonly Role[] = ['user', 'admin'];
export const WORKERS: readonly Role[] = ['worker', 'admin'];
export const ADMINS: readonly Role[] = ['admin'];

export function serveRoutes(
  scope: FastifyInstance,
  table: readonly Route[],
  access: Access,
  admission: GraphAdmission,
  maxBodyBytes: number,
): void {
  const turns = new Turns(TURN_LIMITS.graphs);
  for (const definition of table) {
    const bodyLimit = definition.keeps === undefined ? TASK_GRAPH_LIMITS.maxSmallBodyBytes : maxBodyBytes;
    const callers = new WeakMap<FastifyRequest, Caller>();
    scope.route({
      method: definition.method,
      url: definition.path,
      bodyLimit,
      // Before the body is read: nobody unknown makes us parse anything.
      onRequest: async (request, reply) => {
        const caller = await access.callerOf(request.raw, definition.opensToAdminPage);
        if (!caller.ok) return sendProblem(reply, caller.failure);
        if (!definition.roles.includes(caller.value.role)) {
          const message = `This is for the role ${definition.roles.join(' or ')}; yours is ${caller.value.role}.`;
          return sendProblem(reply, { code: 'not-allowed', message });
        }
        const { keeps } = definition;
        const bytes = Number(request.headers['content-length'] ?? (request.method === 'GET' ? 0 : maxBodyBytes));
        const refused = keeps && (await admission.refusal(caller.value, keeps, bytes));
        if (refused) return sendProblem(reply, refused);
        callers.set(request, caller.value);
        const isLarge = definition.body !== undefined && bytes > TURN_LIMITS.largeBodyBytes;
        if (isLarge && !(await turns.begin(caller.value.address, reply.raw)))
          return sendProblem(reply, tooManyAtOnce());
      },
      handler: async (request, reply) => {
        const caller = callers.get(request);
        if (caller === undefined) throw new Error('a request without a caller');
        return answer(definition, caller, request, reply);
      },
    });
  }
}

async function answer(definition: Route, caller: Caller, request: FastifyRequest, reply: FastifyReply) {
  const body = definition.body === undefined ? undefined : readBody(definition.body, request.body ?? {});
  if (body?.ok === false) return sendProblem(reply, body.failure);
  const query = definition.query === undefined ? undefined : readBody(definition.query, request.query);
  if (query?.ok === false) return sendProblem(reply, { ...query.failure, code: 'invalid-query' });
  const params = request.params as Record<string, string>;
  const result = await definition.handle({ caller, params, body: body?.value, query: query?.value, request, reply });
  if (result === ANSWERED) return reply;
  if (!result.ok) return sendProblem(reply, result.failure);
  const status = definition.status ?? (result.value === undefined ? 204 : 200);
  return reply.code(status).header('cache-control', 'no-store').send(result.value);
}

function tooManyAtOnce(): Failure {
  const { retrySeconds } = TURN_LIMITS;
  const message = `Your address sends too many large requests at a time; try again in ${retrySeconds} s.`;
  return { code: 'too-many-tasks', message, retryAfterSeconds: retrySeconds };
}

function sendProblem(reply: FastifyReply, problem: Failure) {
  const document = problemDocument(problem);
  if (document.status === 401)
    void reply.header('www-authenticate', 'Bearer realm="asyground", Basic realm="asyground"');
  if (problem.retryAfterSeconds !== undefined) void reply.header('retry-after', problem.retryAfterSeconds);
  return reply
    .code(document.status)
    .type('application/problem+json')
    .header('cache-control', 'no-store')
    .send(JSON.stringify(document));
}

/** What goes wrong before or around a handler, as problems too. */
export function speakProblems(scope: FastifyInstance, log: Log): void {
  scope.setNotFoundHandler((request, reply) =>
    sendProblem(reply, { code: 'unknown-address', message: `There is no ${request.method} ${request.url} here.` }),
  );
  scope.setErrorHandler((error: Error & { code?: string; statusCode?: number }, request, reply) => {
    if (error.statusCode === 413) {
      return sendProblem(reply, { code: 'too-large', message: 'The body is larger than is allowed here.' });
    }
    if (error.statusCode === 415) {
      return sendProblem(reply, {
        code: 'unsupported-type',
        message: 'Send JSON, with "Content-Type: application/json".',
      });
    }
    if (error.statusCode === 400) {
      return sendProblem(reply, { code: 'malformed-json', message: `The body is not JSON: ${error.message}` });
    }
    const unavailable = unavailableOf(error);
    if (unavailable) return sendProblem(reply, { retryAfterSeconds: 1, ...unavailable });
    log.error({ err: error, url: request.url }, 'a request about graphs failed');
    if (isDiskFull(error)) return sendProblem(reply, diskFull());
    return sendProblem(reply, { code: 'server', message: 'Something went wrong here; it is in the log.' });
  });
}
