import { z } from 'zod';

/** Syntax checks (docs/queue.md, 17): a queue that workers serve without the scheduler. */

export const CHECK_QUEUE = 'check';

/** A check takes 2 s at most, and its output is short. */
export const CHECK_LIMITS = {
  seconds: 2,
  maxOutputBytes: 64 * 1024,
  /** With workers at a time; fewer than a worker has jails for them, so that another address finds one. */
  maxUnderWayPerAddress: 1,
  /** Clients that wait in a front for their turn, each with its sources. */
  maxWaitingPerAddress: 64,
  maxWaiting: 512,
} as const;

export const checkJob = z.object({ main: z.string() });

const checkResult = z.object({ output: z.string() });

/** What a worker returned; anything else is an empty answer. */
export function readCheckResult(value: unknown): z.infer<typeof checkResult> {
  return checkResult.safeParse(value).data ?? { output: '' };
}
