import { z } from 'zod';

/**
 * What a worker and its keeper say to each other, one JSON object a line over a unix socket.
 *
 * A slot goes round: open -> spawn -> (release) -> ended -> exited -> collect -> open. The worker never names a path, a user or
 * a wall, only a slot by number and what shall run inside: whatever it asks for happens behind the walls.
 *
 * Each time a slot is opened it gets a new generation, told with `opened`. A request names the generation it is meant
 * for: one that comes late finds another there and does nothing, so it never reaches the next one's jail.
 */

/** Jails that one worker may have open at once: running, warm, checks and shells together. */
export const MAX_SLOTS = 64;
/** The last of them are for syntax checks. */
export const CHECK_SLOTS = 2;

const slot = z
  .number()
  .int()
  .min(0)
  .max(MAX_SLOTS - 1);
const generation = z.number().int().min(0);
/** What every request but the first is addressed to. */
const opened = { slot, generation };

/** bubblewrap reads its arguments with a NUL after each: one inside a text would end it and begin the next. */
const text = z
  .string()
  .max(4096)
  .regex(/^[^\0]*$/);

const MAX_VARIABLES = 64;

/** Whose share of the processors a jail draws from. */
const address = z.string().max(64).optional();

/** What a jail is filled from templates for (templates.ts). */
const templateKind = z.object({
  modules: z
    .array(
      z
        .string()
        .max(64)
        .regex(/^[A-Za-z_]\w*$/),
    )
    .max(8),
  scene: z.enum(['html', 'v3d']).optional(),
  tools: z.enum(['screen', 'paper', 'shades']),
  /** Whether a display stands beside. */
  onDisplay: z.boolean(),
});
export type TemplateKind = z.infer<typeof templateKind>;
/** The tools that stand by: for svg, for pdf and png, and for svg of what asy makes a pdf of first, such as shadings. */
export type Tools = TemplateKind['tools'];

const jailSpec = z.object({
  command: z.array(text).min(1).max(64),
  environment: z
    .record(
      z
        .string()
        .max(128)
        .regex(/^[A-Za-z_][A-Za-z0-9_]*$/),
      text,
    )
    .refine((variables) => Object.keys(variables).length <= MAX_VARIABLES),
  cpuSeconds: z.number().int().min(1).max(100_000),
  /** Whether standard input is the slot's pipe (a shell) or empty. */
  input: z.boolean(),
  /** Whether standard error goes into the same pipe as standard output, in the order it was written. */
  mergeErrors: z.boolean(),
  niceness: z.number().int().min(0).max(19),
  address,
  /** Whether files of the system are replaced by those prepared to be faster. */
  prepared: z.boolean(),
  /** Whether it has the room of a jail with a display. */
  roomy: z.boolean(),
  /** Wait for `release` before the program starts: files are put in place in between. */
  held: z.boolean(),
  /** Its program may be copied from templates of this kind instead, which comes to the same. */
  template: templateKind.optional(),
});
export type JailSpec = z.infer<typeof jailSpec>;

export const keeperRequest = z.discriminatedUnion('op', [
  z.object({ op: z.literal('alive') }),
  z.object({ op: z.literal('open'), slot }),
  z.object({ op: z.literal('spawn'), ...opened, spec: jailSpec }),
  z.object({ op: z.literal('release'), ...opened }),
  /** A jail that was started ahead is somebody's from now on, or nobody's still. */
  z.object({ op: z.literal('niceness'), ...opened, niceness: z.number().int().min(0).max(19), address }),
  z.object({ op: z.literal('interrupt'), ...opened }),
  z.object({ op: z.literal('kill'), ...opened }),
  z.object({ op: z.literal('collect'), ...opened }),
]);
export type KeeperRequest = z.infer<typeof keeperRequest>;

const end = z.object({
  code: z.number().int().nullable(),
  signal: z.string().nullable(),
  outOfMemory: z.boolean(),
  /** Killed because its worker was silent for too long. */
  abandoned: z.boolean(),
  peakMemoryBytes: z.number(),
  cpuMs: z.number(),
});
/** How a program ended, and what its jail has used until then. Without cgroups the numbers are samples. */
export type JailEnd = z.infer<typeof end>;

export const keeperEvent = z.discriminatedUnion('event', [
  /** The first line: which walls this machine allows. */
  z.object({ event: z.literal('ready'), root: z.boolean(), cgroup: z.enum(['v2', 'v1', 'none']), slots: z.string() }),
  z.object({ event: z.literal('opened'), ...opened }),
  /** `pid` is the first process inside, seen from outside. */
  z.object({ event: z.literal('spawned'), ...opened, pid: z.number().int() }),
  /** The program itself has ended; the rest of its jail takes a moment more. */
  z.object({ event: z.literal('ended'), ...opened, end }),
  z.object({ event: z.literal('exited'), ...opened, end }),
  z.object({ event: z.literal('failed'), ...opened, message: z.string() }),
]);
export type KeeperEvent = z.infer<typeof keeperEvent>;

/** The files of a slot below the keeper's `slots` folder. */
export const SLOT_FILES = { input: 'in', output: 'out', errors: 'err', job: 'job' } as const;

/** The pipe in a fresh work folder at which a program can wait for its task; as root only. */
export const TASK_PIPE = '.task.asy';
