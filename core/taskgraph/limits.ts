import { DAY_SECONDS, KIB, MIB } from '@/core/limits/units';

/** What the task graph allows (docs/task-graph.md). */
export const TASK_GRAPH_LIMITS = {
  maxNameCharacters: 256,
  maxContinuations: 1024,
  maxGraphTasks: 10_000,
  /** All together; more could not be released or cancelled in one step without holding up everybody else. */
  maxGraphEdges: 100_000,
  /** To add or to remove. */
  maxEdgesOfRequest: 10_000,
  maxLabels: 16,
  maxLabelCharacters: 64,
  maxAttempts: 100,
  defaultAttempts: 1,
  /** Attempts lost to a worker that fell silent; they do not count as the task's own. */
  maxAbandonedAttempts: 3,
  leaseMs: 30_000,
  /** Of the front that writes a graph in pieces; and how long the same request, sent again, waits for it. */
  writerLeaseMs: 10_000,
  repeatWaitMs: 60_000,
  /** What a worker is to stop is kept for it so long. */
  cancelKeptMs: 120_000,
  /** Workers listed; those not heard of for longest are forgotten first. */
  workersKept: 10_000,
  maxClaimWaitMs: 20_000,
  maxClaimedTasks: 128,
  /** Owners that a worker's token, or a claim, names. */
  maxServedOwners: 64,
  /** Of those in front of the queue, when a worker has only so much free. */
  maxTasksLookedAt: 1000,
  /** From SIGTERM to SIGKILL. */
  defaultTerminationMs: 10_000,
  maxTerminationMs: DAY_SECONDS * 1000,
  maxPriority: 1000,
  listPageItems: 128,
  maxBodyBytes: 16 * MIB,
  /** Of the files that stand in a render's own body; larger data are artifacts. */
  maxSourceBytes: 128 * KIB,
  /** A graph of the largest kind has as many. */
  maxBodyValues: 400_000,
  /** Of a request that creates nothing; its body counts towards no limit of its sender. */
  maxSmallBodyBytes: 2 * MIB,
  /** Of one attempt, of all kinds together. */
  maxUsageValues: 10_000,
  maxIdempotencyKeyCharacters: 255,
} as const;

/** What one owner may have, and what is kept for how long (docs/task-graph.md, "Limits"). */
export const TASK_GRAPH_ROOM = {
  tasksOfSession: 5000,
  /** Of all sessions of one address together: a session costs nothing. */
  tasksOfAddress: 20_000,
  tasksOfToken: 100_000,
  /** Above this sessions wait; the rest is for tokens. */
  tasksInAllForSessions: 150_000,
  tasksInAll: 200_000,
  /** How often what has ended long ago is forgotten, and so after how long there may be room again. */
  forgetSeconds: 60,
  /** A larger command is kept as a blob. */
  maxCommandBytesInRedis: 4 * KIB,
  /** One that replaces another stays in Redis, where the change is one step. As JSON; a render has half as much. */
  maxChangedCommandBytes: 256 * KIB,
  eventsKept: 200_000,
  endedTaskSeconds: 7 * DAY_SECONDS,
  /** What nobody has claimed, and what its owner has held back, is cancelled then, and forgotten like all that has ended. */
  unclaimedTaskSeconds: 7 * DAY_SECONDS,
  /** How often these are looked for. */
  lapseSeconds: 600,
  idempotencyKeySeconds: DAY_SECONDS,
  maxArtifacts: 64,
  maxArtifactBytes: 32 * MIB,
  /** What a render may take from earlier tasks, all together. */
  maxBorrowedBytes: 8 * MIB,
  maxLogBytes: 512 * KIB,
  eventStreamsOfOwner: 64,
} as const;
