/** The durations of the three default levels (docs/queue.md, 1). */
export const DEFAULT_LEVEL_SECONDS = [3, 10, 30] as const;

/** How the queue behaves (docs/queue.md). */
export const QUEUE_LIMITS = {
  permitAcknowledgeSeconds: 2,
  /** Whoever runs a task holds it for so long and says again and again that it still does. */
  lockSeconds: 5,
  /** Messages that nobody reads any more are kept for so long. */
  unreadSeconds: 60,
  /** A front that has not reached a backend by then cannot; less than the backend waits for it. */
  backendHandshakeSeconds: 3,
  /** And a backend for its front: what is not fetched by then is not wanted any more. */
  frontArrivalSeconds: 5,
  /** Whoever has a lease renews it so often. */
  heartbeatMs: 1000,
  frontLeaseSeconds: 5,
  /** How long it is known which front ran in a place: only the next one there asks, soon after its end. */
  frontPlaceSeconds: 60,
  schedulerLeaseSeconds: 4,
  backendLeaseSeconds: 6,
  maxPredictedWaitSeconds: 120,
  /** Backends that one address alone may not take; none where an operator says how many there are. */
  reservedBackends: 1,
  tasksPerClient: 2,
  /** Of each class, whatever the number of its clients. */
  tasksPerAddress: 2,
  /** Of all places that shells may take; one at least. */
  shellShareOfAddress: 0.75,
  maxHalts: 3,
  /** Lost backends that a detached task survives; nobody has seen anything of it. */
  maxDetachedRestarts: 3,
  estimateIntervalSeconds: 1,
} as const;

/** How long things are kept (docs/operating.md). */
export const RETENTION = {
  /** Files of a task that no scheduler has heard of, and of one that waits. */
  taskFilesSeconds: 600,
  waitingFilesSeconds: 7 * 24 * 3600,
  historyRuns: 1000,
  finishedTasksListed: 500,
  decisionsListed: 500,
  auditEntries: 10_000,
  /** What a detached task left, for its owner to fetch or copy. */
  detachedSeconds: 3600,
  /** Ends that wait for their endpoint to hear of them. */
  detachedEndsKept: 10_000,
} as const;
