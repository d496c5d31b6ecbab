import type { Failure } from './errors';

/** What either worked or was refused: the one shape in which an expected failure travels with a value. */
export type Result<T> = { readonly ok: true; readonly value: T } | Refused;

export interface Refused {
  readonly ok: false;
  readonly failure: Failure;
}

export function success<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function refusal(failure: Failure): Refused {
  return { ok: false, failure };
}
