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
  maxFrameBytes: 1 * MIB,
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

/** What a front takes from a stranger before anybody looks at what is wanted (docs/security.md). */
export const EDGE_LIMITS = {
  /** The path of a page, and what follows its question mark; programs in addresses have RENDER_LIMITS.maxHeadBytes. */
  maxPagePathBytes: 2 * KIB,
  maxQueryBytes: 4 * KIB,
  maxQueryParameters: 64,
  /** Of one header; those with lists inside, which others read at their leisure, are shorter. */
  maxHeaderBytes: 8 * KIB,
  maxListHeaderBytes: 1 * KIB,
  maxHeaders: 100,
  /** Objects and lists inside of each other. */
  maxJsonDepth: 64,
  /** From the connection to the end of the headers, and to the end of the body. */
  headersSeconds: 10,
  requestSeconds: 60,
  /** A connection on which nothing more is asked. */
  keepAliveSeconds: 10,
  /** Connections of a front; fewer where there are not as many descriptors. */
  maxConnections: 20_000,
  /** Shares of these: of all descriptors those for connections, and of those the ones of one address. */
  descriptorShare: 0.8,
  addressShare: 0.25,
  /** Messages of WebSockets that have begun and not ended. */
  unfinishedBytesPerAddress: 8 * MIB,
  unfinishedBytes: 64 * MIB,
  messageSeconds: 30,
} as const;

/** Pages are made in the front itself, one at a time, so that nothing else there waits for more than one (docs/security.md). */
export const PAGE_LIMITS = {
  /** Requests for pages that wait for their turn. Addresses take turns. */
  maxWaitingPerAddress: 128,
  maxWaiting: 512,
  /** One that takes longer, since its reader is slow, holds up nobody else. */
  maxTurnMs: 500,
  /** What those who asked for too many are told. */
  retrySeconds: 2,
} as const;

/** Guesses of tokens from one address, wherever it tries them (docs/security.md). */
export const GUESS_LIMITS = {
  wrongTokens: 10,
  /** The first time; each further one it is twice as long. */
  firstHoldSeconds: 60,
  maxHoldSeconds: 3600,
  /** Tokens of one address that wait to be looked at. */
  maxWaiting: 64,
  addresses: 10_000,
} as const;

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
} as const;

/** An orderly stop; the supervisor ends what is left of a process after 5 s. */
export const SERVICE_LIMITS = {
  /** One service; then the next is stopped all the same. */
  stopMs: 1500,
} as const;

/** What a task may produce (docs/asyonline.md, 17 and 18). */
export const OUTPUT_LIMITS = {
  maxOutputBytes: 512 * KIB,
  maxOutputFrameBytes: 64 * KIB,
  /** Output is merged over this span before it is sent on. */
  mergeMs: 25,
  maxResultBytes: 32 * MIB,
  maxResults: 64,
  /** All results together, each by its length: a sparse file holds little and is sent whole. */
  maxResultsBytes: 64 * MIB,
} as const;

/** What waits on its way between a program and a client that does not read (docs/security.md). */
export const STREAM_LIMITS = {
  /** Unsent bytes of one task past which its source is not read from, until few of them are left. */
  pauseBytes: 1 * MIB,
  resumeBytes: 256 * KIB,
  /** Large messages are sent in pieces, so that it shows whether they are read. */
  pieceBytes: 256 * KIB,
  /** A client that takes nothing for so long is disconnected. What an operator may change is a setting. */
  unreadSeconds: 20,
  /** What all tasks of one worker have in memory and not sent yet, and the results that wait on its disk. */
  maxUnsentBytes: 64 * MIB,
  maxSpoolBytes: 512 * MIB,
  /** All results that wait in one front for clients to read them. */
  maxHeldBytes: 256 * MIB,
} as const;

/** What is read of a program's output to say what is wrong with it; a program may print what it likes. */
export const DIAGNOSIS_LIMITS = {
  /** UTF-16 units: as much of the beginning as of the end, where asy says why it stopped. */
  maxOutputUnits: 128 * KIB,
  /** Of longer lines the beginning is read. */
  maxLineUnits: 4 * KIB,
  maxProblems: 100,
  /** Each has to be looked for in the program. */
  maxTexErrors: 20,
  /** Words that are looked for in the program, and names that are compared with those asy knows. */
  maxNeedleUnits: 128,
  /** Of one diagnosis; what was found until then is told. */
  maxMs: 250,
} as const;

/** What is read of a program without asy, for the outline and for completion. */
export const LANGUAGE_LIMITS = {
  /** Blocks inside of each other; deeper ones are passed over. */
  maxNesting: 100,
  maxSignatureCharacters: 500,
  /** Files that a program names. */
  maxNeededFiles: 1000,
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
  /** All pictures of one shell. */
  maxResultsBytes: 256 * MIB,
  /** A shell's pictures are looked at no more often than this, however many prompts it prints. */
  lookMs: 100,
  /**
   * Input the program has not read: past this the client is not read from, and past the second the shell ends. Ctrl+C
   * and a close that come behind less than that are heard at once.
   */
  pauseInputBytes: 768 * KIB,
  maxInputBytes: 1 * MIB,
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

/** What one address may have, and all together (docs/security.md, "What is kept for whom"). Cookies cost nothing. */
export const ADMISSION_LIMITS = {
  /** Waiting or running for connections and HTTP requests of one front: their sources are in its memory and in Redis. */
  tasksUnderWay: { ofAddress: { count: 512, bytes: 16 * MIB }, inAll: { count: 4096, bytes: 128 * MIB } },
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
  /** How long the kernel may take to end what was killed. */
  goneSeconds: 10,
  niceness: 5,
  /** The niceness of what runs behind the others: jails that are started ahead, and those beyond their share. */
  lowestNiceness: 19,
  /** A jail that uses more processors than this runs behind those that do not. Alone it may use them all. */
  cpuShareCores: 1,
  /** CPU time that it may use beyond that before it does. */
  cpuBurstMs: 200,
} as const;

/** When a program that comes out differently by a shorter way is believed (docs/speed.md). */
export const SELF_CHECK_LIMITS = {
  /** Different programs, each from another address, that turn a way off for all. One alone is kept from that way itself. */
  accusers: 3,
  /** Programs that are kept from a way; the one that was not seen for longest is forgotten. */
  maxExcludedPrograms: 1000,
} as const;

/** How the line behaves (docs/queue.md). */
export const QUEUE_LIMITS = {
  permitAcknowledgeSeconds: 2,
  /** Whoever runs a task holds it for so long and says again and again that it still does. */
  lockSeconds: 5,
  /** Messages that nobody reads any more are kept for so long. */
  unreadSeconds: 60,
  /** A front that has not reached a backend by then cannot; less than the backend waits for it. */
  backendHandshakeSeconds: 3,
  frontLeaseSeconds: 5,
  schedulerLeaseSeconds: 4,
  backendLeaseSeconds: 6,
  maxPredictedWaitSeconds: 120,
  tasksPerClient: 2,
  /** Of each class, whatever the number of its clients. */
  tasksPerAddress: 2,
  /** Of the places for shells; one at least. */
  shellShareOfAddress: 0.5,
  maxHalts: 3,
  /** Lost backends that a detached task survives; nobody has seen anything of it. */
  maxDetachedRestarts: 3,
  estimateIntervalSeconds: 1,
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
