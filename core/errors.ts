import type { FailureCode } from './problems';

/**
 * Every error the product shows to anyone, with a stable code of the one table (problems.ts).
 *
 * A code never changes its meaning; the words may be improved. Expected failures travel as values of this type;
 * exceptions are for bugs.
 */

export interface Failure {
  readonly code: FailureCode;
  /** A whole sentence that names what was wrong and what is allowed. */
  readonly message: string;
  /** When it is worth trying again, where that can be foretold. */
  readonly retryAfterSeconds?: number;
  /** Each field that is wrong, as a path such as `tasks.plot.priority`. */
  readonly errors?: readonly FieldError[];
  /** Of a cycle: the tasks around it, the first one again at the end. */
  readonly path?: readonly string[];
}

export interface FieldError {
  readonly field: string;
  readonly detail: string;
}

export function failure(code: FailureCode, message: string, retryAfterSeconds?: number): Failure {
  return { code, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}
