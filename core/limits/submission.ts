import { KIB, MIB } from './units';

/** What one submission may hold (docs/asyonline.md, 5 and 6). */
export const SUBMISSION_LIMITS = {
  maxFiles: 64,
  /** All files together, most of which may be data. */
  maxSourceBytes: 8 * MIB,
  /** The `.asy` files together: they are read, checked and sent as one types. */
  maxProgramBytes: 512 * KIB,
  maxNameBytes: 128,
  /** Of data files, without the dot; `.asy` is always allowed, and `*` is any of a few letters and digits. */
  dataExtensions: ['*'],
  maxExtensionCharacters: 16,
  /** Larger files are not put into Redis: they go from the front to the backend. */
  largeFileBytes: 64 * KIB,
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

/** Which line drew what (docs/asyonline.md, 18). */
export const OBJECT_LIMITS = {
  /** So that all of them fit into the header of a result (core/wire/wire.ts). */
  maxObjects: 1200,
  /** Of what asy writes. */
  maxFileBytes: 128 * KIB,
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

/** The content store behind `restore` (docs/asyonline.md, 11). */
export const RESTORE_LIMITS = {
  keepSeconds: 600,
  maxStoreBytes: 64 * MIB,
  /** Of large files, which each front keeps for itself. */
  maxLargeBytes: 96 * MIB,
} as const;

/** What is read of a program's output to say what is wrong with it; a program may print what it likes. */
export const DIAGNOSIS_LIMITS = {
  /** UTF-16 units of a file that is read for a missing sign, and how often: asy stumbles once in a file. */
  maxSourceUnits: 128 * 1024,
  maxStumbles: 8,
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
