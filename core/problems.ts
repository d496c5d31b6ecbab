import { z } from 'zod';

/**
 * Everything that can go wrong, in one table: a stable code, the status it has over HTTP, a title, and which of the two
 * HTTP interfaces tells of it (render: docs/render-api.md, 6; graph: docs/task-graph.md, 7). Ordered by status.
 *
 * A code never changes its meaning; titles may be improved.
 */

type Interface = 'render' | 'graph';

interface Kind {
  readonly status: number;
  readonly title: string;
  readonly told: readonly Interface[];
}

const RENDER = ['render'] as const;
const GRAPH = ['graph'] as const;
const BOTH = ['render', 'graph'] as const;
/** Said to a connection or to the person who starts the product, never over HTTP: there it would be a bug. */
const NEITHER = [] as const;

/** Why something was refused. */
export const FAILURES = {
  'bad-message': { status: 400, title: 'Invalid request', told: RENDER },
  'bad-option': { status: 400, title: 'Invalid option', told: RENDER },
  'bad-file': { status: 400, title: 'Invalid file', told: RENDER },
  'malformed-json': { status: 400, title: 'Body is not valid JSON', told: GRAPH },
  'no-credential': { status: 401, title: 'Bearer token required', told: GRAPH },
  forbidden: { status: 403, title: 'Not allowed', told: RENDER },
  blocked: { status: 403, title: 'Blocked by an administrator', told: RENDER },
  'not-allowed': { status: 403, title: 'Not allowed', told: GRAPH },
  'not-found': { status: 404, title: 'Not found', told: RENDER },
  'unknown-task': { status: 404, title: 'No such task', told: GRAPH },
  'unknown-graph': { status: 404, title: 'No such graph', told: GRAPH },
  'unknown-artifact': { status: 404, title: 'No such artifact', told: GRAPH },
  'unknown-token': { status: 404, title: 'No such token', told: GRAPH },
  'unknown-address': { status: 404, title: 'No such address', told: GRAPH },
  'lost-race': { status: 409, title: 'Another request came first', told: GRAPH },
  'old-token': { status: 409, title: 'The attempt belongs to another worker', told: GRAPH },
  'name-taken': { status: 409, title: 'A task with this name already exists', told: GRAPH },
  cancelled: { status: 410, title: 'Cancelled by an administrator', told: RENDER },
  'too-large': { status: 413, title: 'Too large', told: BOTH },
  'too-many': { status: 413, title: 'Too many', told: RENDER },
  'unsupported-type': { status: 415, title: 'Unsupported content type', told: GRAPH },
  'illegal-transition': { status: 422, title: 'The task can’t change to that state', told: GRAPH },
  'has-dependencies': { status: 422, title: 'The task has unfinished parents', told: GRAPH },
  'not-inactive': { status: 422, title: 'Only edges between inactive tasks can change', told: GRAPH },
  'too-many-continuations': { status: 422, title: 'Too many continuations', told: GRAPH },
  'too-many-values': { status: 422, title: 'Too many values', told: GRAPH },
  'too-many-artifacts': { status: 422, title: 'Too many artifacts', told: GRAPH },
  'other-request': { status: 422, title: 'Idempotency-Key was used for another request', told: GRAPH },
  'not-ended': { status: 422, title: 'The task hasn’t ended', told: GRAPH },
  'nothing-to-retry': { status: 422, title: 'Nothing to retry', told: GRAPH },
  cycle: { status: 422, title: 'The graph has a cycle', told: GRAPH },
  'invalid-body': { status: 422, title: 'Invalid body', told: GRAPH },
  'invalid-query': { status: 422, title: 'Invalid query', told: GRAPH },
  'too-often': { status: 429, title: 'Too many requests', told: BOTH },
  'too-many-tasks': { status: 429, title: 'Too many tasks', told: GRAPH },
  'too-many-guesses': { status: 429, title: 'Too many wrong tokens', told: GRAPH },
  'too-many-streams': { status: 429, title: 'Too many event streams', told: GRAPH },
  'too-many-bytes': { status: 429, title: 'Hourly upload limit reached', told: GRAPH },
  'too-many-claims': { status: 429, title: 'Too many waiting claims', told: GRAPH },
  server: { status: 500, title: 'Server error', told: BOTH },
  'wrong-stage': { status: 500, title: 'Not possible at this stage', told: NEITHER },
  restore: { status: 500, title: 'The files can’t be restored', told: NEITHER },
  idle: { status: 500, title: 'Idle for too long', told: NEITHER },
  config: { status: 500, title: 'Invalid setting', told: NEITHER },
  overloaded: { status: 503, title: 'The queue is full', told: RENDER },
  'no-backend': { status: 503, title: 'No backend connected', told: RENDER },
  unavailable: { status: 503, title: 'Database unavailable', told: BOTH },
  maintenance: { status: 503, title: 'Under maintenance', told: RENDER },
  'shutting-down': { status: 503, title: 'The server is restarting', told: RENDER },
  full: { status: 507, title: 'Storage full', told: BOTH },
} as const satisfies Record<string, Kind>;

export type FailureCode = keyof typeof FAILURES;

/** As it comes over the wire. */
export const failureCode = z.enum(Object.keys(FAILURES) as FailureCode[]);

/** How a task ended that drew nothing; the others are no answers over HTTP. */
export const OUTCOMES = {
  aborted: { status: 410, title: 'Cancelled', told: RENDER },
  failed: { status: 422, title: 'The program has an error', told: RENDER },
  'no-image': { status: 422, title: 'Nothing was drawn', told: RENDER },
  'time-limit': { status: 422, title: 'Stopped at the time limit', told: RENDER },
  'output-limit': { status: 422, title: 'Stopped at the output limit', told: RENDER },
  'memory-limit': { status: 422, title: 'Stopped at the memory limit', told: RENDER },
  halted: { status: 503, title: 'Stopped: server busy', told: RENDER },
} as const satisfies Record<string, Kind>;

const PROBLEMS: Readonly<Record<string, Kind>> = { ...FAILURES, ...OUTCOMES };

interface ToldProblem {
  readonly code: string;
  readonly status: number;
  readonly title: string;
}

/** What this interface tells of, for those who describe it. */
export function problemsOf(api: Interface): ToldProblem[] {
  return Object.entries(PROBLEMS)
    .filter(([, { told }]) => told.includes(api))
    .map(([code, { status, title }]) => ({ code, status, title }))
    .sort((a, b) => a.status - b.status);
}

/** How this interface tells of it. What cannot come there is a bug, and told as one. */
export function problemOf(code: string, api: Interface): ToldProblem {
  const known = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code] : undefined;
  const { status, title } = known?.told.includes(api) ? known : FAILURES.server;
  return { code: known?.told.includes(api) ? code : 'server', status, title };
}
