import { z } from 'zod';
import { decisionReason } from './reason';

/** A task that is over, as the admin page lists it. */
export const endedTask = z.object({
  task: z.string(),
  taskClass: z.string(),
  client: z.string(),
  address: z.string(),
  owner: z.enum(['connection', 'detached']),
  /** An outcome, or `withdrawn`, `lost`, `denied`. */
  outcome: z.string(),
  submittedAtMs: z.number(),
  startedAtMs: z.number().optional(),
  endedAtMs: z.number(),
  backend: z.string().optional(),
  durationSeconds: z.number().optional(),
  halts: z.number(),
  restarts: z.number(),
  /** Where the time went, by stage; how it was started; what it used. */
  timings: z.record(z.string(), z.number()).optional(),
  startMode: z.string().optional(),
  memoryBytes: z.number().optional(),
  cpuMs: z.number().optional(),
});
export type EndedTask = z.infer<typeof endedTask>;

/** Ends without a picture that somebody waited for. */
export function isFailure(outcome: string): boolean {
  return !['success', 'withdrawn', 'aborted', 'halted'].includes(outcome);
}

export const decision = z.object({
  atMs: z.number(),
  kind: z.string(),
  task: z.string(),
  taskClass: z.string().optional(),
  backend: z.string().optional(),
  reason: decisionReason,
});
export type Decision = z.infer<typeof decision>;
