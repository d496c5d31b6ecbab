import { z } from 'zod';
import { isNetwork } from '../addressList';

/** One thing an operator can set, and the forms that values take. */

export interface Setting<T = unknown> {
  readonly env: string;
  readonly schema: z.ZodType<T>;
  readonly fallback: T;
  readonly help: string;
  /** What the default is called where the value itself would say nothing. */
  readonly fallbackText?: string;
  readonly secret?: boolean;
}

export function setting<T>(
  env: string,
  schema: z.ZodType<T>,
  fallback: T,
  help: string,
  extra: { fallbackText?: string; secret?: boolean } = {},
): Setting<T> {
  return { env, schema, fallback, help, ...extra };
}

/** Each says what is allowed, in a phrase that a person reads behind the value. */
export const wholeNumber = (min: number, max: number) => {
  const error = `a whole number from ${min} to ${max}`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
export const seconds = (min: number, max: number) => {
  const error = `a number from ${min} to ${max}`;
  return z.coerce.number({ error }).min(min, { error }).max(max, { error });
};
export const oneOf = <const Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `one of ${words.join(', ')}` });
export const longText = (min: number) => z.string().min(min, { error: `at least ${min} characters` });
export const optionalText = z.string().optional();
export const list = z.union([
  z.array(z.string()),
  z.string().transform((text) => text.split(',').map((item) => item.trim())),
]);
const filled = list.transform((entries) => entries.filter((entry) => entry !== ''));
/** As a browser sends them: nothing else would ever be the same. */
export const origins = filled.refine(
  (entries) => entries.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry),
  'a list, each an origin such as https://example.org, without a path',
);
/** Addresses and networks. */
export const networks = filled.refine(
  (entries) => entries.every(isNetwork),
  'a list, each an address such as 127.0.0.1 or a network such as 10.0.0.0/8',
);
export const onOff = z.union(
  [
    z.boolean(),
    z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((text) => ['on', 'true', '1'].includes(text)),
  ],
  { error: 'on or off' },
);
