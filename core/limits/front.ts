import { KIB, MIB } from './units';

/** What one connection may do (docs/asyonline.md, 5, 7 and 22). */
export const CONNECTION_LIMITS = {
  /** A frame over this closes with 1009; it lies above the source limit, so that the usual oversize gets words. */
  maxFrameBytes: 9 * MIB,
  /** UTF-16 units of a text frame; no sensible message is near it, and parsing more would hold up everybody else. */
  maxTextUnits: 64 * KIB,
  pingIntervalSeconds: 25,
  maxMissedPings: 2,
  idleStage1Seconds: 60,
  /** Input kept between `start` and the start of the shell. */
  maxEarlyInputBytes: 64 * KIB,
} as const;

/** How often one address may come to a front (docs/security.md). */
export const RATE_LIMITS = {
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
  /** Of a body that is not a graph; each may be wrong in a way of its own, and is looked at. */
  maxJsonValues: 2000,
  /** From the connection to the end of the headers, and to the end of the body. */
  headersSeconds: 10,
  requestSeconds: 60,
  /** For a client to stop sending what has been answered already. */
  lingerSeconds: 5,
  /** A connection on which nothing more is asked. */
  keepAliveSeconds: 10,
  /** Connections of a front; fewer where there are not as many descriptors. */
  maxConnections: 20_000,
  /** Shares of these: of all descriptors those for connections, and of those the ones of one address. */
  descriptorShare: 0.8,
  addressShare: 0.25,
  /** Messages of WebSockets that have begun and not ended. */
  unfinishedBytesPerAddress: 64 * MIB,
  unfinishedBytes: 192 * MIB,
  messageSeconds: 60,
  /** Frames of one message, and pieces in which one comes. */
  maxFragments: 64,
  maxBufferedChunks: 16_384,
  /** Bodies of requests that have begun and not ended. The largest are artifacts of task graphs. */
  unfinishedBodyBytesPerAddress: 64 * MIB,
  unfinishedBodyBytes: 256 * MIB,
  /** Bodies of requests of one address: so much at once, and after that no faster than this. */
  bodyBurstBytes: 32 * MIB,
  bodyBytesPerSecond: 8 * MIB,
  /** What pages of one address send over their own connections, which is syntax checks. */
  pageBurstBytes: 16 * MIB,
  pageBytesPerSecond: 4 * MIB,
  /** For as long at most nothing is read of an address that sent too much. */
  maxRestSeconds: 10,
  /** Requests on one connection that are not answered yet. */
  maxRequestsOfConnection: 16,
  /** What those who have too many connections, or too much on its way, are told. */
  retrySeconds: 2,
} as const;

/**
 * Pages, their files and large requests about graphs are worked on one at a time, so that nothing else in the front waits
 * for more than one (docs/security.md).
 */
export const TURN_LIMITS = {
  /** Making a page takes some 20 ms; a page asks for many files at a time, and each takes a few milliseconds. */
  pages: { pauses: 3, maxTurnMs: 500, maxWaitingPerAddress: 128, maxWaiting: 512 },
  files: { pauses: 0, maxTurnMs: 25, maxWaitingPerAddress: 256, maxWaiting: 1024 },
  graphs: { pauses: 3, maxTurnMs: 500, maxWaitingPerAddress: 128, maxWaiting: 512 },
  /** A body about graphs of more takes long to check. */
  largeBodyBytes: 16 * KIB,
  /** Reading a submission of 8 MiB takes some 50 ms, and several may be whole at the same moment. */
  submissions: { pauses: 1, maxTurnMs: 50, maxWaitingPerAddress: 32, maxWaiting: 128 },
  largeSubmissionBytes: 256 * KIB,
  /** Pages and their files that are made or not read yet; each may hold a few hundred KiB. */
  maxUnreadPerAddress: 256,
  maxUnread: 1024,
  /** What those who asked for too many are told. */
  retrySeconds: 2,
} as const;

/** Guesses of tokens from one address, wherever it tries them (docs/security.md). */
export const GUESS_LIMITS = {
  wrongTokens: 10,
  /** The first time; each further one it is twice as long. */
  firstHoldSeconds: 60,
  maxHoldSeconds: 3600,
  /** After the last wrong one. */
  forgetSeconds: 2 * 3600,
  /** Tokens of one address that wait to be looked at. */
  maxWaiting: 64,
  addresses: 10_000,
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
  /** Results for one address of one front: all of one render at once, and after that no faster than this. */
  resultBurstBytes: 64 * MIB,
  resultBytesPerSecond: 16 * MIB,
} as const;
