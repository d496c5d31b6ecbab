import { z } from 'zod';
import { outcomeSchema, timingsSchema } from './wire/wire';

/**
 * What is left of a detached task (docs/queue.md, 7): the backend itself writes its files to the blob store
 * and this to Redis, so that nobody needs to have been there when it ended.
 */

/** Who asked for it, and hears of its end. */
export const DETACHED_ENDPOINTS = ['graph', 'render', 'periodic'] as const;
export type DetachedEndpoint = (typeof DETACHED_ENDPOINTS)[number];

const keptFile = z.object({
  filename: z.string(),
  format: z.string(),
  bytes: z.number().int().nonnegative(),
  /** Its name in the blob store. */
  blob: z.string(),
});
export type KeptFile = z.infer<typeof keptFile>;

export const detachedEnd = z.object({
  id: z.string(),
  endpoint: z.enum(DETACHED_ENDPOINTS),
  /** The endpoint's own words, given back as they were. */
  reference: z.string(),
  outcome: outcomeSchema,
  /** Pictures, the main file's first; and the other files that the program wrote. */
  results: z.array(keptFile),
  files: z.array(keptFile),
  /** Names in the blob store; absent if nothing ran. */
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  timings: timingsSchema,
  usage: z.object({
    peakMemoryBytes: z.number().optional(),
    cpuMs: z.number().optional(),
    measured: z.enum(['cgroup', 'sampled']),
  }),
  startedAtMs: z.number(),
  endedAtMs: z.number(),
});
export type DetachedEnd = Readonly<z.infer<typeof detachedEnd>>;

/** Undefined for anything else. */
export function readDetachedEnd(text: string): DetachedEnd | undefined {
  try {
    return detachedEnd.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The end of a task that the scheduler ended: nothing of it was kept. */
export function emptyEnd(
  head: Pick<DetachedEnd, 'id' | 'endpoint' | 'reference' | 'outcome'>,
  nowMs: number,
): DetachedEnd {
  const usage = { measured: 'sampled' } as const;
  return { ...head, results: [], files: [], timings: {}, usage, startedAtMs: nowMs, endedAtMs: nowMs };
}
