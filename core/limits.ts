/**
 * Every limit of the product, with its unit in its name, in one place.
 *
 * The jail, the denials, the pages and the documents all read this file, so that they cannot disagree. What an
 * operator may change is a setting in platform/config with its default taken from here.
 */

const KIB = 1024;
const MIB = 1024 * KIB;

/** What one submission may hold (docs/asyonline.md, 5 and 6). */
export const SUBMISSION_LIMITS = {
  maxFiles: 64,
  maxSourceBytes: 128 * KIB,
  maxNameBytes: 128,
  /** Data files a program may read; `.asy` is always allowed. */
  dataExtensions: ['csv', 'txt', 'dat', 'tex', 'eps', 'png', 'jpg'],
} as const;

/** What one connection may do (docs/asyonline.md, 5, 7 and 22). */
export const CONNECTION_LIMITS = {
  /** A frame over this closes with 1009; it lies far above the source limit, so that the usual oversize gets words. */
  maxFrameBytes: 16 * MIB,
  /** UTF-16 units of a text frame; no sensible message is near it, and parsing more would hold up everybody else. */
  maxTextUnits: 64 * KIB,
  pingIntervalSeconds: 25,
  maxMissedPings: 2,
  idleStage1Seconds: 60,
  /** Input kept between `start` and the start of the shell. */
  maxEarlyInputBytes: 64 * KIB,
} as const;

/** How often one address may knock at a front (docs/security.md). */
export const DOOR_LIMITS = {
  windowSeconds: 10,
  socketsPerWindow: 5000,
  /** A worker of a task graph asks twice a task, and all of a machine may come from one address. */
  requestsPerWindow: 100_000,
} as const;

/** What a task may produce (docs/asyonline.md, 17 and 18). */
export const OUTPUT_LIMITS = {
  maxOutputBytes: 512 * KIB,
  maxOutputFrameBytes: 64 * KIB,
  /** Output is merged over this span before it is sent on. */
  mergeMilliseconds: 25,
  maxResultBytes: 32 * MIB,
  maxResults: 64,
} as const;

/** The content store behind `restore` (docs/asyonline.md, 11). */
export const RESTORE_LIMITS = {
  keepSeconds: 600,
  maxStoreBytes: 64 * MIB,
} as const;

/** A shell's own limits (docs/asyonline.md, 24). */
export const SHELL_LIMITS = {
  idleSeconds: 600,
  totalSeconds: 3600,
} as const;

/** What one client may have open at a time, counted across all fronts (docs/parallel-requests.md, 11). */
export const PARALLEL_LIMITS = {
  shellsPerClient: 4,
  httpRendersPerClient: 16,
  /** How long a render over HTTP may wait for others of its client to end. */
  httpRenderPatienceSeconds: 60,
  /** What it is told after that. */
  httpRenderRetrySeconds: 5,
} as const;

/** The durations of the three default levels (docs/queue.md, 1). */
export const DEFAULT_LEVEL_SECONDS = [3, 10, 30] as const;

/** What a jail gives one task (docs/security.md). */
export const JAIL_LIMITS = {
  maxMemoryBytes: 1024 * MIB,
  maxAddressSpaceBytes: 1536 * MIB,
  maxProcesses: 64,
  maxOpenFiles: 256,
  maxFileBytes: 32 * MIB,
  workFolderBytes: 64 * MIB,
  /** asy makes a file for every stretch of one colour when it draws svg. */
  workFolderInodes: 16_384,
  temporaryFolderBytes: 32 * MIB,
  /** CPU time beyond the wall time of the class. */
  extraCpuSeconds: 2,
  /** A jail whose worker is silent for this long is killed by its guardian. */
  guardianSeconds: 3,
  niceness: 5,
} as const;

/** How the line behaves (docs/queue.md). */
export const QUEUE_LIMITS = {
  permitAcknowledgeSeconds: 2,
  /** A front that has not reached a backend by then cannot; less than the backend waits for it. */
  backendHandshakeSeconds: 3,
  frontLeaseSeconds: 5,
  schedulerLeaseSeconds: 4,
  backendLeaseSeconds: 6,
  maxPredictedWaitSeconds: 120,
  tasksPerClient: 2,
  tasksPerAddress: 16,
  maxHalts: 3,
  /** Lost backends that a task of a record survives; nobody has seen anything of it. */
  maxRecordRestarts: 3,
  estimateIntervalSeconds: 1,
} as const;

/** How long things are kept (docs/operating.md). */
export const RETENTION = {
  taskRecordSeconds: 600,
  taskFilesSeconds: 600,
  historyRuns: 1000,
  finishedTasksListed: 500,
  decisionsListed: 500,
  auditEntries: 10_000,
  /** What a task of a record left, for its owner to fetch or copy. */
  recordSeconds: 3600,
} as const;
