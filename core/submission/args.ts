import type { z } from 'zod';
import { failure, type Failure } from '@/core/errors';
import { parseJson } from '@/core/json';

/** The JSON arguments of a message, checked; what is wrong is told in the same sentences by every endpoint. */

export type Parsed<Value> =
  { readonly ok: true; readonly value: Value } | { readonly ok: false; readonly failure: Failure };

export function badMessage(message: string): { readonly ok: false; readonly failure: Failure } {
  return { ok: false, failure: failure('bad-message', message) };
}

/** The arguments of an object message. Null means absent; each `error` of the schema completes "expects KEY to be". */
export function parseArgs<Args>(name: string, json: string, schema: z.ZodType<Args>): Parsed<Args> {
  const args = parseJson(json);
  if (typeof args !== 'object' || args === null || Array.isArray(args)) {
    return badMessage(`'${name}' expects a JSON object after its name.`);
  }
  dropNulls(args as Record<string, unknown>);
  return check(name, args, schema);
}

/** The arguments of a message that carries an array. */
export function parseList<Item>(name: string, json: string, schema: z.ZodType<Item>): Parsed<Item> {
  const list = parseJson(json);
  if (!Array.isArray(list)) return badMessage(`'${name}' expects a JSON array after its name.`);
  return check(name, list, schema);
}

function check<Args>(name: string, args: unknown, schema: z.ZodType<Args>): Parsed<Args> {
  const checked = schema.safeParse(args);
  if (checked.success) return { ok: true, value: checked.data };
  const issue = checked.error.issues[0];
  const key = issue?.path.map(String).join('.') ?? '';
  return badMessage(`'${name}' expects ${JSON.stringify(key)} to be ${issue?.message ?? 'something else'}.`);
}

function dropNulls(args: Record<string, unknown>): void {
  for (const key in args) {
    if (args[key] === null) delete args[key];
  }
}
