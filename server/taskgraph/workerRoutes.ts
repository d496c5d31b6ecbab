import { ADMISSION_LIMITS } from '@/core/limits';
import { renewDocumentSchema } from '@/core/taskgraph/documentSchema';
import type { UsageList } from '@/core/taskgraph/attempt';
import { refusal, success, type Result } from '@/core/result';
import { readBody } from '@/core/taskgraph/problem';
import { servedBy } from '@/core/taskgraph/served';
import { claimDocumentSchema, emptyDocumentSchema } from '@/core/taskgraph/serviceSchema';
import {
  claimBodySchema,
  renewBodySchema,
  reportBodySchema,
  timeStartedBodySchema,
  usageBodySchema,
  type ReportBody,
} from '@/core/taskgraph/workerSchema';
import { Places } from '../places';
import { visibleTo, type Caller } from './access';
import type { Parts } from './parts';
import { isoTime, workerKey } from './storedTask';
import { route, WORKERS, type Route } from './route';
import { toDocument } from './taskReader';
import type { ClaimedTask } from './workerStore';

/** What workers ask over REST (docs/task-graph.md, 8 to 11). */

const USAGE_LISTS: readonly UsageList[] = ['memory_usage', 'cpu_utilization', 'gpu_usage'];

export function workerRoutes(parts: Parts): Route[] {
  const { workers } = parts;
  const { ofToken, inAll } = ADMISSION_LIMITS.waitingClaims;
  const places = new Places({ ofAddress: { count: ofToken, bytes: 0 }, inAll: { count: inAll, bytes: 0 } });
  return [
    route({
      method: 'POST',
      path: '/tasks/claim',
      roles: WORKERS,
      summary: 'Claim available external tasks that fit, the larger priority first, then the older; may wait for some.',
      body: claimBodySchema,
      answer: claimDocumentSchema,
      handle: async ({ caller, body, reply }) => {
        const worker = workerKey(caller.owner, body.worker ?? caller.name);
        const { max, resources, wait_ms: waitMs } = body;
        const request = { worker, max, resources, waitMs, serves: servedBy(caller.serves ?? {}, body) };
        const place = places.take(caller.owner);
        if (typeof place === 'string') {
          const detail = `At most ${ADMISSION_LIMITS.waitingClaims.ofToken} claims with one token may wait at a time.`;
          return refusal({
            code: 'too-many-claims',
            message: detail,
            retryAfterSeconds: ADMISSION_LIMITS.retrySeconds,
          });
        }
        const claimed = parts.claims.claim(request, () => {
          const gone = new AbortController();
          if (reply.raw.destroyed) gone.abort();
          reply.raw.once('close', () => gone.abort());
          return gone.signal;
        });
        const { tasks, cancel } = await claimed.finally(place);
        return success({ tasks: await Promise.all(tasks.map((task) => claimedDocument(parts, task))), cancel });
      },
    }),
    route({
      method: 'POST',
      path: '/tasks/:id/renew',
      roles: WORKERS,
      summary: 'Extend the lease, and hear whether to stop.',
      body: renewBodySchema,
      answer: renewDocumentSchema,
      handle: async ({ params: { id = '' }, body }) => {
        const renewed = await workers.renew(id, body.token);
        if (!renewed.ok) return renewed;
        const { leaseUntilMs, cancel } = renewed.value;
        return success({ lease_until: isoTime(leaseUntilMs), cancel });
      },
    }),
    route({
      method: 'POST',
      path: '/tasks/:id/execution_info/time_started',
      roles: WORKERS,
      summary: "Overwrite the server's stamp, once.",
      body: timeStartedBodySchema,
      answer: emptyDocumentSchema,
      handle: async ({ params: { id = '' }, body }) =>
        withoutBody(await workers.reportStart(id, body.token, Date.parse(body.value))),
    }),
    ...USAGE_LISTS.map((list) =>
      route({
        method: 'POST',
        path: `/tasks/:id/execution_info/report_${list}`,
        roles: WORKERS,
        summary: `Append to ${list}.`,
        body: usageBodySchema,
        answer: emptyDocumentSchema,
        handle: async ({ params: { id = '' }, body }) =>
          withoutBody(await workers.reportUsage(id, body.token, list, body.value)),
      }),
    ),
  ];
}

/** Clients read the answer to a POST as JSON, also where there is nothing to tell. */
function withoutBody(done: Result<void>): Result<Record<string, never>> {
  return done.ok ? success({}) : done;
}

/** A PATCH with a token, an execution_info or a state of workers is a worker's, if the caller may be one. */
export function isWorkersPatch(caller: Caller, body: unknown): boolean {
  if (caller.role === 'worker') return typeof body === 'object' && body !== null && 'state' in body;
  if (typeof body !== 'object' || body === null) return false;
  return 'token' in body || 'execution_info' in body || ('state' in body && body.state === 'running');
}

export async function workersPatch(parts: Parts, caller: Caller, id: string, body: unknown): Promise<Result<unknown>> {
  if (!WORKERS.includes(caller.role)) {
    return refusal({
      code: 'not-allowed',
      message: `Claims and reports are for workers; your role is ${caller.role}.`,
    });
  }
  const read = readBody(reportBodySchema, body);
  if (!read.ok) return read;
  return read.value.state === 'running'
    ? claimOne(parts, caller, id, read.value)
    : report(parts, id, { ...read.value, state: read.value.state });
}

async function claimOne(parts: Parts, caller: Caller, id: string, body: ReportBody): Promise<Result<unknown>> {
  const worker = workerKey(caller.owner, body.execution_info?.worker ?? caller.name);
  const claimed = await parts.workers.claimOne(id, 'external', worker, servedBy(caller.serves ?? {}));
  if (!claimed.ok) return claimed;
  const { token, leaseUntilMs } = claimed.value;
  const document = await parts.reader.document(id, visibleTo(caller));
  return document.ok ? success({ ...document.value, token, lease_until: isoTime(leaseUntilMs) }) : document;
}

async function report(
  parts: Parts,
  id: string,
  body: ReportBody & { readonly state: 'terminated' | 'cancelled' },
): Promise<Result<unknown>> {
  const { exit_status, exit_code, signal, time_started, time_terminated } = body.execution_info ?? {};
  const done = await parts.workers.report(id, body.token ?? '', {
    state: body.state,
    exitStatus: exit_status ?? 'cancelled',
    ...(exit_code === undefined ? {} : { exitCode: exit_code }),
    ...(signal === undefined ? {} : { signal }),
    ...(time_started === undefined ? {} : { startedAtMs: Date.parse(time_started) }),
    ...(time_terminated === undefined ? {} : { endedAtMs: Date.parse(time_terminated) }),
  });
  return done.ok ? success(toDocument(await parts.reader.withCommand(done.value))) : done;
}

async function claimedDocument(parts: Parts, task: ClaimedTask) {
  const document = toDocument(await parts.reader.withCommand(task));
  return { ...document, token: task.token, lease_until: isoTime(task.leaseUntilMs) };
}
