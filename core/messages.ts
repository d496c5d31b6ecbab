import { z } from 'zod';
import { leaderQuestion } from './admin/leaderQuestion';
import { failureCode } from './problems';
import { storedTask } from './task';

/**
 * What front, scheduler and worker tell each other through Redis, each a JSON object.
 *
 * To the scheduler all messages go through one stream, so that it hears them in one order. To a front and to a worker they
 * go through a list of their own.
 */

/** Fronts and workers to the scheduler. */
export const schedulerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('submitted'), task: storedTask }),
  /** The owner is gone, or does not want it any more. */
  z.object({ type: z.literal('withdrawn'), task: z.string() }),
  /** It is detached, and whoever submitted it does not want it any more. */
  z.object({ type: z.literal('cancelled'), task: z.string() }),
  z.object({ type: z.literal('shortened'), task: z.string(), durationSeconds: z.number() }),
  /** The front could not reach the backend's address. */
  z.object({ type: z.literal('unreachable'), task: z.string() }),
  /** With this permit the backend has taken this task, or none. */
  z.object({
    type: z.literal('started'),
    task: z.string(),
    permit: z.string(),
    backend: z.string(),
    grantedSeconds: z.number(),
  }),
  z.object({ type: z.literal('permit-unused'), permit: z.string(), wasEmpty: z.boolean() }),
  /** What administrators have set has changed. */
  z.object({ type: z.literal('control') }),
  /** An administrator: end it, whoever owns it; or, running and detached, put it back in the queue. */
  z.object({ type: z.literal('ended-by-admin'), task: z.string() }),
  z.object({ type: z.literal('sent-back'), task: z.string() }),
  /** An administrator asks; after this time nobody waits for the answer any more. */
  z.object({ type: z.literal('asked'), id: z.string(), question: leaderQuestion, untilMs: z.number() }),
  z.object({ type: z.literal('shell-active'), task: z.string() }),
  z.object({ type: z.literal('worker-joined'), worker: z.string() }),
  z.object({ type: z.literal('worker-left'), worker: z.string() }),
]);
export type SchedulerMessage = z.infer<typeof schedulerMessage>;

const toldEstimate = z.object({
  task: z.string(),
  estimateSeconds: z.number(),
  lowerSeconds: z.number().optional(),
  upperSeconds: z.number().optional(),
  position: z.number(),
  rough: z.boolean().optional(),
});
export type ToldEstimate = z.infer<typeof toldEstimate>;

/** The scheduler or a backend to a front. */
export const frontMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('address'), task: z.string(), url: z.string() }),
  /** How long its tasks will wait, of many at once: in a long queue these are most of what there is to say. */
  z.object({ type: z.literal('estimates'), of: z.array(toldEstimate) }),
  z.object({ type: z.literal('requeued'), task: z.string() }),
  z.object({
    type: z.literal('denied'),
    task: z.string(),
    code: failureCode,
    message: z.string(),
    retryAfterSeconds: z.number().optional(),
  }),
  z.object({ type: z.literal('lost'), task: z.string() }),
  /** A shell may have to give up its place soon. */
  z.object({ type: z.literal('warned'), task: z.string(), reason: z.enum(['busy', 'draining']) }),
]);
export type FrontMessage = z.infer<typeof frontMessage>;

/**
 * The scheduler to a backend, through the list of that backend: take the next task of this queue, for so long at most.
 * `term` says which scheduler leads; what another one says is not acted on.
 */
export const permitMessage = z.object({
  permit: z.string(),
  queue: z.string(),
  durationSeconds: z.number(),
  term: z.string(),
});
export type PermitMessage = z.infer<typeof permitMessage>;

/** The scheduler to a worker, about what was taken with a permit. */
export const workerMessage = z.discriminatedUnion('type', [
  z.object({ type: z.literal('duration'), permit: z.string(), durationSeconds: z.number(), term: z.string() }),
  z.object({
    type: z.literal('halt'),
    permit: z.string(),
    /** It gives way and counts that; it only goes back; or it is over. */
    then: z.enum(['give-way', 'go-back', 'end']),
    term: z.string(),
  }),
]);
export type WorkerMessage = z.infer<typeof workerMessage>;

/** What a worker says of itself with each heartbeat. */
export const workerHeartbeat = z.object({
  worker: z.string(),
  /** Where it runs: a worker in the same hostKey has taken the place of the one before. */
  hostKey: z.string(),
  backends: z.array(z.string()),
  /** Beside them, for shells only. */
  shellPlaces: z.array(z.string()).optional(),
  /** Task by backend, for those that are busy. */
  busy: z.record(z.string(), z.string()),
  host: z.string(),
  version: z.string(),
  toolchain: z.string(),
  /** As root, by which cgroups, and how many walls were proved to hold when it started. */
  walls: z.object({ root: z.boolean(), cgroup: z.string(), held: z.number() }),
  /** Shortcuts that were turned off because renders came out differently with them, and which (docs/speed.md). */
  differing: z.array(z.string()).default([]),
  startedAtMs: z.number(),
  /** Of the worker process itself, and its share of a core since the last heartbeat. */
  memoryBytes: z.number().optional(),
  cpuShare: z.number().optional(),
});
export type WorkerHeartbeat = z.infer<typeof workerHeartbeat>;

/** What two workers must have in common to draw the same. */
export function drawnBy({ version, toolchain }: Pick<WorkerHeartbeat, 'version' | 'toolchain'>): string {
  return `${version} ${toolchain}`;
}

/** Undefined for anything that is not such a message; it is then ignored and logged. */
export function readMessage<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
