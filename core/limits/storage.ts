import { MIB } from './units';

/** What one address may have, and all together (docs/security.md, "What is kept for whom"). Cookies cost nothing. */
export const ADMISSION_LIMITS = {
  /** Waiting or running for connections and HTTP requests of one front: their sources are in its memory or in Redis. */
  tasksUnderWay: { ofAddress: { count: 512, bytes: 64 * MIB }, inAll: { count: 4096, bytes: 256 * MIB } },
  /** How fast tasks of one address come to the queue: so many at once, and after that so many a second. */
  tasksOfAddress: { burst: 32, perSecond: 50 },
  /** How long a render that was abandoned is still counted among them. */
  abandonedSeconds: 10,
  /** From their submission until what they left is removed; bytes are those of the sources. */
  asynchronousRenders: { ofAddress: { count: 256, bytes: 16 * MIB }, inAll: { count: 10_000, bytes: 512 * MIB } },
  /** In all, an operator says how much (MAX_LINKS, LINK_BYTES). */
  linksOfAddress: { count: 2000, bytes: 512 * MIB },
  /** Of one front. */
  eventStreams: { ofAddress: 256, inAll: 4096 },
  /** Of one front; a worker needs one. */
  waitingClaims: { ofToken: 1024, inAll: 4096 },
  /** Bodies that create tasks of a graph, in an hour: of all sessions of one address, and of a token. */
  graphBytesPerHour: { ofAddress: 64 * MIB, ofToken: 4096 * MIB },
  /** What a worker brings for tasks, in an hour. */
  artifactBytesPerHour: 16_384 * MIB,
  /** What those who are refused are told. */
  retrySeconds: 10,
} as const;

/** When new work is refused so that what is there can go on (docs/security.md, "What is kept for whom"). */
export const STORAGE_LIMITS = {
  /** Free on the disk: with less nothing more is kept, with half of it nothing more is drawn. Of a small disk, its share. */
  reserveBytes: 512 * MIB,
  reserveShare: 0.1,
  /** Used of Redis' memory: with more nothing more is kept, and nothing more is drawn. */
  redisShareToKeep: 0.75,
  redisShareToRender: 0.9,
  /** Of the disk, for all blobs together. What an operator may change is a setting. */
  blobShare: 0.5,
  /** How often the disk and Redis are looked at, and how often the blobs are weighed. */
  lookSeconds: 1,
  weighSeconds: 300,
  retrySeconds: 60,
} as const;

/** Failed tasks that are kept for administrators (docs/admin.md, "Failures"). */
export const FAILURE_LIMITS = {
  keptSeconds: 24 * 3600,
  maxCount: 100_000,
  /** In Redis; of a small one, its share. */
  maxBytes: 64 * MIB,
  redisShare: 1 / 8,
  /** The end of what a program wrote, and of asy's first complaint, in characters. */
  maxTail: 2000,
  maxMessage: 160,
  /** Sources in the blob store, where an operator allows it: of one task, and of all. */
  maxSourceBytes: 1 * MIB,
  maxSourcesBytes: 256 * MIB,
  /** Recorded decisions, packed, in Redis: of all, and how many events stand in one part. */
  maxJournalBytes: 16 * MIB,
  eventsPerPart: 100,
  maxEventsPerPart: 2000,
  /** With more in the queue nothing is recorded: it would cost too much. */
  maxRecordedQueue: 2000,
} as const;
