import type { z } from 'zod';
import type { Failure, FieldError } from '../errors';
import { problemOf } from '../problems';
import { refusal, success, type Result } from '../result';
import { at } from '../basePath';

/** Failures of task graphs as values and as documents (docs/task-graph.md, 7). */

export function unknownTask(id: string): Failure {
  return { code: 'unknown-task', message: `There is no task ${id}.` };
}

/** The RFC 9457 document of a failure, for `application/problem+json`. */
export function problemDocument({ code, message: detail, errors, path }: Failure) {
  const { code: told, status, title } = problemOf(code, 'graph');
  const extras = { ...(errors && { errors }), ...(path && { path }) };
  return { type: at(`/api/v1/docs#${told}`), title, status, detail, ...extras };
}

export function invalidBody(errors: readonly FieldError[]): Failure {
  const [first] = errors;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  return { code: 'invalid-body', message: first ? `${first.field}: ${first.detail}${more}` : 'Invalid body.', errors };
}

/** The border of the service: a body either has the type of its schema or is a problem that names its fields. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): Result<T> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return success(parsed.data);
  return refusal(
    invalidBody(parsed.error.issues.slice(0, MAX_ERRORS_TOLD).flatMap(fieldErrors).slice(0, MAX_ERRORS_TOLD)),
  );
}

/** Enough to mend a body; to tell of ten thousand would help nobody. */
export const MAX_ERRORS_TOLD = 20;

function fieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys
      .slice(0, MAX_ERRORS_TOLD)
      .map((key) => ({ field: [...issue.path, key].join('.'), detail: 'no such field is known here' }));
  }
  return [{ field: issue.path.length > 0 ? issue.path.join('.') : '(body)', detail: issue.message }];
}
