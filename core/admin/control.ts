import { z } from 'zod';
import { failure, type Failure } from '@/core/errors';
import { explained } from '@/core/explanations';

/**
 * What administrators have set: one document in Redis, read by the leading scheduler and by every front. It outlives
 * restarts, and a part that comes later finds it.
 */

const blockedClient = z.object({
  /** A client or an address, as fairness names them (docs/queue.md, 9). */
  who: z.string().min(1).max(256),
  atMs: z.number(),
});

export const controlSchema = z.object({
  /** As the setting LEVELS; absent: as configured. */
  levels: z.string().optional(),
  /** What was in force before the last change of them, in the same words; for undo. */
  levelsBefore: z.string().optional(),
  /** Names of classes that start nothing. */
  paused: z.array(z.string()).default([]),
  /** Backends that take nothing new. */
  draining: z.array(z.string()).default([]),
  blocked: z.array(blockedClient).default([]),
  /** Shown on every open page until it is taken back. */
  announcement: z.object({ text: z.string(), atMs: z.number() }).optional(),
  /** What was kept of renders before this is not to be used. */
  cacheClearedAtMs: z.number().optional(),
  /** New tasks are refused with this text. */
  maintenance: z.object({ text: z.string(), atMs: z.number() }).optional(),
});
export type Control = Readonly<z.infer<typeof controlSchema>>;

export const NO_CONTROL: Control = { paused: [], draining: [], blocked: [] };

/** A document nobody can read counts as none: an action must never stop the service. */
export function readControl(text: string | null): Control {
  if (text === null) return NO_CONTROL;
  try {
    return controlSchema.safeParse(JSON.parse(text)).data ?? NO_CONTROL;
  } catch {
    return NO_CONTROL;
  }
}

/** Why this one may not submit now, in words for a person; undefined: they may. */
export function refusalOf(
  control: Control,
  who: { readonly client: string; readonly address: string },
): Failure | undefined {
  if (control.maintenance) return failure('maintenance', control.maintenance.text);
  const isBlocked = control.blocked.some((entry) => entry.who === who.client || entry.who === who.address);
  return isBlocked ? failure('blocked', explained('blocked', {})) : undefined;
}
