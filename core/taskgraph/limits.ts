/** What the task graph allows (docs/task-graph.md). */
export const TASK_GRAPH_LIMITS = {
  maxNameCharacters: 256,
  maxContinuations: 1024,
  maxGraphTasks: 10_000,
  maxLabels: 16,
  maxLabelCharacters: 64,
  maxAttempts: 100,
  defaultAttempts: 1,
  /** Attempts lost to a worker that fell silent; they do not count as the task's own. */
  maxAbandonedAttempts: 3,
  leaseMilliseconds: 30_000,
  maxClaimWaitMilliseconds: 20_000,
  maxClaimedTasks: 128,
  /** From SIGTERM to SIGKILL. */
  defaultTerminationMilliseconds: 10_000,
  maxTerminationMilliseconds: 600_000,
  maxPriority: 1000,
  listPageItems: 128,
} as const;
