import { KIB } from './units';

/** A log line says what happened; it does not repeat what somebody sent. */
export const LOG_LIMITS = {
  maxTextUnits: 2 * KIB,
  maxItems: 50,
  maxDepth: 5,
} as const;

/** A process whose event loop stands still is replaced (docs/operating.md). */
export const WATCHDOG_LIMITS = {
  heartbeatMs: 500,
  /** From then on it is asked what it is doing. */
  lookSeconds: 3,
  standstillSeconds: 5,
  /** Code that is not JavaScript cannot be asked. */
  stackMs: 1000,
} as const;

/** An orderly stop; the supervisor ends what is left of a process after a grace of its own. */
export const SERVICE_LIMITS = {
  /** One service; then the next is stopped all the same. */
  stopMs: 1500,
} as const;

/** How the supervisor starts and stops its children (docs/operating.md). */
export const SUPERVISOR_LIMITS = {
  /** Of front, scheduler, worker and Redis, under root; jails have a higher one, which lets others go first. */
  niceness: -10,
  /** The pause before a child that died is started again; each further one is twice as long, up to the most. */
  firstRestartMs: 100,
  mostRestartMs: 5000,
  /** The most for one that had been ready, or was killed from outside: it can work, and people wait for it. */
  mostReadyRestartMs: 500,
  /** A child that ran for so long has recovered: its next restart is quick again. */
  steadySeconds: 10,
  /** From SIGTERM to SIGKILL. */
  graceSeconds: 5,
  /** How long Redis may take to load its data. */
  redisStartSeconds: 30,
  /** A pipe in the place of a file of the data folder would hold the start for ever. */
  dataFolderSeconds: 10,
  /** How long a start waits for the first answer of a Redis, and for a program that it tries. */
  redisAnswerMs: 3000,
  programSeconds: 20,
} as const;

/** What a process does while Redis cannot be used (docs/operating.md). */
export const REDIS_ABSENCE = {
  /** How often it is asked whether it is there, and how long it may leave that unanswered. */
  probeMs: 100,
  silenceMs: 750,
  /** When clients are told to come again. */
  retrySeconds: 2,
  /** The pause of a consumer after the first failed read; each further one is twice as long, up to the most. */
  firstPauseMs: 50,
  mostPauseMs: 2000,
  /** The same between two attempts to connect. */
  firstReconnectMs: 50,
  mostReconnectMs: 1000,
  /** How long a consumer waits for messages at a time; twice as long without an answer, and it connects anew. */
  blockMs: 5000,
  /** How often it is said again that processes of another version are there. */
  sayAgainSeconds: 60,
} as const;

/** Backups (docs/operating.md). */
export const BACKUP_LIMITS = {
  /** Of a backup's description of itself. */
  aboutBytes: 65_536,
  /** Keys that are copied together. */
  keysAtATime: 500,
  /** How long a snapshot may take to be loaded, and all processes to end. */
  loadSeconds: 300,
  quietSeconds: 60,
  lookMs: 200,
  /** How long Redis may take to answer at all. */
  answerMs: 10_000,
} as const;

/** Blobs in S3 (docs/several-machines.md). */
export const S3_LIMITS = {
  /** How often a request is sent again that was not answered, or with an error of the server. */
  retries: 3,
  requestSeconds: 30,
  /** For one that is read as fast as somebody else reads. */
  streamSeconds: 600,
} as const;
