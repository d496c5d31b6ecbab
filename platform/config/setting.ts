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

export const wholeNumber = (min: number, max: number) => z.coerce.number().int().min(min).max(max);
export const seconds = (min: number, max: number) => z.coerce.number().min(min).max(max);
export const optionalText = z.string().optional();
export const list = z.union([
  z.array(z.string()),
  z.string().transform((text) => text.split(',').map((item) => item.trim())),
]);
const filled = list.transform((entries) => entries.filter((entry) => entry !== ''));
/** As a browser sends them: nothing else would ever be the same. */
export const origins = filled.refine(
  (entries) => entries.every((entry) => URL.canParse(entry) && new URL(entry).origin === entry),
  'each is an origin such as https://example.org, without a path',
);
/** Addresses and networks. */
export const networks = filled.refine(
  (entries) => entries.every(isNetwork),
  'each is an address such as 127.0.0.1 or a network such as 10.0.0.0/8',
);
export const onOff = z.union([
  z.boolean(),
  z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((text) => ['on', 'true', '1'].includes(text)),
]);
