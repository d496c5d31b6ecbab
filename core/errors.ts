/**
 * Every error the product shows to anyone, made in one place with a stable code.
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
}

export type FailureCode =
  | 'bad-message'
  | 'bad-option'
  | 'bad-file'
  | 'too-large'
  | 'too-many'
  | 'too-often'
  | 'forbidden'
  | 'not-found'
  | 'wrong-stage'
  | 'restore'
  | 'idle'
  | 'overloaded'
  /** Nothing more can be kept. */
  | 'full'
  | 'no-backend'
  /** Redis cannot be used now. */
  | 'unavailable'
  | 'shutting-down'
  /** By an administrator. */
  | 'maintenance'
  | 'blocked'
  | 'cancelled'
  | 'config'
  | 'server';

export function failure(code: FailureCode, message: string, retryAfterSeconds?: number): Failure {
  return { code, message, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) };
}
