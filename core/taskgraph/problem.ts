import type { z } from 'zod';

/** Why a request was refused, as a value. Each code has one HTTP status (docs/task-graph.md, 7). */
export type ProblemCode = keyof typeof PROBLEMS;

const PROBLEMS = {
  'malformed-json': { status: 400, title: 'The body is not JSON' },
  'no-credential': { status: 401, title: 'A bearer token is needed' },
  'not-allowed': { status: 403, title: 'Not allowed' },
  'unknown-task': { status: 404, title: 'No such task' },
  'unknown-graph': { status: 404, title: 'No such graph' },
  'unknown-artifact': { status: 404, title: 'No such artifact' },
  'unknown-token': { status: 404, title: 'No such token' },
  'unknown-address': { status: 404, title: 'No such address' },
  'lost-race': { status: 409, title: 'Somebody else was first' },
  'old-token': { status: 409, title: 'The attempt has another owner' },
  'name-taken': { status: 409, title: 'A task of this name exists' },
  'too-large': { status: 413, title: 'Too large' },
  'unsupported-type': { status: 415, title: 'Not a type that is read here' },
  'illegal-transition': { status: 422, title: 'The task cannot change so' },
  'has-dependencies': { status: 422, title: 'The task has unfinished parents' },
  'not-inactive': { status: 422, title: 'Edges change only between inactive tasks' },
  'too-many-continuations': { status: 422, title: 'Too many continuations' },
  'too-many-values': { status: 422, title: 'Too many values' },
  'too-many-artifacts': { status: 422, title: 'Too many artifacts' },
  'other-request': { status: 422, title: 'The Idempotency-Key belongs to another request' },
  'not-ended': { status: 422, title: 'The task has not ended' },
  'nothing-to-retry': { status: 422, title: 'Nothing has failed' },
  cycle: { status: 422, title: 'The tasks would wait for each other' },
  'invalid-body': { status: 422, title: 'The body is not valid' },
  'invalid-query': { status: 422, title: 'The query is not valid' },
  'too-many-tasks': { status: 429, title: 'Too many tasks' },
  'too-many-guesses': { status: 429, title: 'Too many wrong tokens' },
  'too-many-streams': { status: 429, title: 'Too many event streams' },
  'too-many-bytes': { status: 429, title: 'Too many bytes in an hour' },
  'too-many-claims': { status: 429, title: 'Too many waiting claims' },
  server: { status: 500, title: 'Server error' },
  full: { status: 507, title: 'No room is left' },
  unavailable: { status: 503, title: 'The database cannot be reached' },
} as const;

export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string;
  /** Each with the field it is about, as a path such as `tasks.plot.priority`. */
  readonly errors?: readonly FieldError[];
  /** Of a cycle: the tasks around it, the first one again at the end. */
  readonly path?: readonly string[];
  /** When it is worth trying again, where that can be foretold. */
  readonly retryAfterSeconds?: number;
}

export interface FieldError {
  readonly field: string;
  readonly detail: string;
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem };

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function refusal(problem: Problem): Result<never> {
  return { ok: false, problem };
}

export function unknownTask(id: string): Problem {
  return { code: 'unknown-task', detail: `There is no task ${id}.` };
}

/** Every problem there is, for those who describe the service. */
export function allProblems(): { readonly code: string; readonly status: number; readonly title: string }[] {
  return Object.entries(PROBLEMS).map(([code, { status, title }]) => ({ code, status, title }));
}

/** The RFC 9457 document of a problem, for `application/problem+json`. */
export function problemDocument(problem: Problem) {
  const { code, detail, errors, path } = problem;
  const { status, title } = PROBLEMS[code];
  const extras = { ...(errors && { errors }), ...(path && { path }) };
  return { type: `/api/v1/docs#${code}`, title, status, detail, ...extras };
}

export function invalidBody(errors: readonly FieldError[]): Problem {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return { code: 'invalid-body', detail: first ? `${first.field}: ${first.detail}${more}` : 'Invalid body.', errors };
}

/** The border of the service: a body either has the type of its schema or is a problem that names its fields. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): Result<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return success(parsed.data);
  return refusal(invalidBody(parsed.error.issues.flatMap(fieldErrors)));
}

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: [...issue.path, key].join('.'), detail: 'no such field is known here' }));
  }
  return [{ field: issue.path.length > 0 ? issue.path.join('.') : '(body)', detail: issue.message }];
}
