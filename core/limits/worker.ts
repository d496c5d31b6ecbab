import { MIB } from './units';

/** What a jail gives one task (docs/security.md). */
export const JAIL_LIMITS = {
  /** If the machine runs out of memory, the kernel ends those with the highest first. */
  oomScore: 1000,
  maxMemoryBytes: 1024 * MIB,
  maxAddressSpaceBytes: 1536 * MIB,
  maxProcesses: 64,
  maxOpenFiles: 256,
  room: { maxFileBytes: 32 * MIB, workFolderBytes: 64 * MIB, temporaryFolderBytes: 32 * MIB },
  /**
   * With a display: of a shaded picture in space asy makes two pdf files on the way, with four bytes in place of each one
   * of the picture, and Ghostscript keeps them in the temporary folder while it draws them. With large images, too.
   */
  displayRoom: { maxFileBytes: 128 * MIB, workFolderBytes: 256 * MIB, temporaryFolderBytes: 256 * MIB },
  /** asy makes a file for every stretch of one colour when it draws svg. */
  workFolderInodes: 16_384,
  /** CPU time beyond the wall time of the class. */
  extraCpuSeconds: 2,
  /** A jail whose worker is silent for this long is killed by its guardian. */
  guardianSeconds: 3,
  /** How often a worker says that it lives, and how often that is looked at. */
  aliveMs: 1000,
  guardianCheckMs: 500,
  /** How long the work folder may take to appear. */
  mountSeconds: 10,
  /** How long the kernel may take to end what was killed. */
  goneSeconds: 10,
  niceness: 5,
  /** Of jails that are started ahead because none is left: behind those with a task, before those beyond their share. */
  aheadNiceness: 8,
  /** Of what runs behind all others: jails beyond their share, other jails that are started ahead, and repetitions. */
  lowestNiceness: 19,
  /** An address whose jails use more processors than this runs behind those that do not. Alone it may use them all. */
  cpuShareCores: 0.5,
  /** CPU time that it may use beyond that before it does. */
  cpuBurstMs: 300,
  /** What it used beyond that is made up for at the rate of its share, up to so much. */
  cpuDebtMs: 60_000,
  /** An address whose jails used none for this long is in nobody's way. */
  cpuRivalMs: 3000,
  /** Addresses whose use is remembered; the one that was not seen for longest is forgotten. */
  maxCpuShares: 256,
} as const;

/** Of a worker, beside its backends (docs/queue.md, 6). */
export const SHELL_PLACES = {
  placesPerBackend: 4,
  /** What a shell is taken to need: an idle one some 40 MiB, and what the person asks of it. */
  bytesOfPlace: 512 * MIB,
  shareOfMemory: 0.5,
} as const;

/** Of the processes that are copied into jails (worker/jail/keeper/templates.ts). */
export const TEMPLATE_LIMITS = {
  /** Eight tools, and asy with a few choices of modules. */
  maxTemplates: 13,
  startSeconds: 20,
  /** After one that has read modules: whoever asks for others all the time is not worth the processor. A few are free. */
  restMs: 2000,
  startsAtOnce: 4,
  placingSeconds: 5,
  /** After one broke; twice as long each time. */
  pauseSeconds: 60,
  maxPauseSeconds: 3600,
  maxReasonUnits: 200,
} as const;

/** Jails that are started ahead (docs/speed.md). */
export const WARM_LIMITS = {
  /** A backend that has just become free is often given the next task at once. */
  settleMs: 60,
  /** While a task runs, it and whoever waits for it go before jails that nobody needs yet; most tasks end sooner. */
  yieldMs: 500,
  /** With none left, so many are started at a time. */
  startedTogether: 2,
  /** How long a task waits for one that is being started: it is sooner there than a fresh one, which costs as much. */
  startingPatienceMs: 1000,
  lookSeconds: 10,
  maxAgeSeconds: 15 * 60,
  /** How long one may take to become ready; after one that did not, the next is not started at once. */
  readySeconds: 20,
  failurePauseSeconds: 5,
} as const;

/** The sizes of labels that are kept for a client's next render (docs/speed.md). */
export const LABEL_LIMITS = {
  /** Of one client; native/learned.h writes no more. */
  maxBytes: 48 * 1024,
  maxClients: 256,
  keptSeconds: 15 * 60,
} as const;

/** When a program that comes out differently by a shorter way is believed (docs/speed.md). */
export const SELF_CHECK_LIMITS = {
  /** Different programs, each from another address, that turn a way off for their kind. One alone is kept from that way itself. */
  accusers: 3,
  /** Programs that are kept from a way; the one that was not seen for longest is forgotten. */
  maxExcludedPrograms: 1000,
  /** Kinds of programs of which one was accused. */
  maxAccusedKinds: 100,
} as const;
