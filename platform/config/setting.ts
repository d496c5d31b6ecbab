import { z } from 'zod';

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
export const onOff = z.union([
  z.boolean(),
  z.enum(['on', 'off', 'true', 'false', '1', '0']).transform((text) => ['on', 'true', '1'].includes(text)),
]);
