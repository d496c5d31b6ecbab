import { z } from 'zod';
import { FAILURE_LIMITS } from '@/core/limits';
import { parseErrorLines } from '@/core/diagnostics/errorLines';
import { journalPart } from '@/core/schedule/journal';
import { endedTask } from './endedTask';
import type { Searchable } from './query';

/**
 * A task that failed, as it is kept for a day (docs/admin.md, "Failures"): its head, which is searched, and the rest, which
 * is read when somebody looks at it.
 */

export const failureHead = z.object({
  task: z.string(),
  taskClass: z.string(),
  client: z.string(),
  address: z.string(),
  owner: z.string(),
  backend: z.string().optional(),
  /** How it ended. */
  cause: z.string(),
  /** What asy complained of first, without its place: what failures are grouped by, within their cause. */
  message: z.string().optional(),
  /** The hash of its sources. */
  source: z.string().optional(),
  endedAtMs: z.number(),
  waitMs: z.number(),
  runMs: z.number().optional(),
});
export type FailureHead = Readonly<z.infer<typeof failureHead>>;

export const failureDetail = z.object({
  ended: endedTask,
  /** Of the worker that ran it. */
  worker: z.object({ host: z.string(), version: z.string(), toolchain: z.string() }).optional(),
  limits: z.object({ memoryBytes: z.number(), outputBytes: z.number() }).optional(),
  /** The end of what the program wrote. */
  tail: z.string().optional(),
  hasSources: z.boolean(),
  /** The parts of the scheduler's journal that it lived in. */
  journal: z.array(z.string()),
});
export type FailureDetail = Readonly<z.infer<typeof failureDetail>>;

/** What is downloaded: one failure, and the decisions around it. */
export const failureFile = z.object({
  format: z.literal('asyground-failure'),
  version: z.literal(1),
  head: failureHead,
  detail: failureDetail,
  /** Empty if the queue was too long to be recorded, or if it is too long ago. */
  journal: z.array(journalPart),
});
export type FailureFile = z.infer<typeof failureFile>;

export interface KeptFailure extends FailureHead {
  /** Its place in the store. */
  readonly id: string;
}

export function searchableFailure(head: FailureHead): Searchable {
  const { task, taskClass, client, address, owner, backend, cause, source, message, endedAtMs } = head;
  return {
    task,
    taskClass,
    client,
    address,
    owner,
    backend,
    cause,
    source,
    state: cause,
    text: message,
    sinceMs: endedAtMs,
  };
}

/** What a program complained of first: the same mistake has the same words, wherever it stands. */
export function complaintIn(output: string): string | undefined {
  const first = parseErrorLines(output).find(({ severity }) => severity === 'error')?.message;
  return first === undefined || first === '' ? undefined : first.slice(0, FAILURE_LIMITS.maxMessage);
}

/** The end of a text, cut between characters. */
export function tailOf(output: string): string | undefined {
  const tail = output
    .slice(-FAILURE_LIMITS.maxTail)
    .replace(/^[\uDC00-\uDFFF]/, '')
    .trimEnd();
  return tail === '' ? undefined : tail;
}
