import { z } from 'zod';
import { DETACHED_ENDPOINTS } from './detachedTask';
import {
  RENDER_FORMATS,
  TEX_ENGINES,
  type Submission,
  type SubmissionFiles,
  type Verbosity,
} from './submission/submission';

/**
 * A task as it is stored: a submission with an id, without its files, which have a key of their own (large ones none). The front sends it
 * to the scheduler, which gives it its place; in its queue it is the data of a job, and the backend that takes it reads it.
 */

const optionsSchema = z.object({
  durationSeconds: z.number().positive().optional(),
  format: z.enum(RENDER_FORMATS),
  stderrRedir: z.boolean(),
  verbosity: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]) as z.ZodType<Verbosity>,
  engine: z.enum(TEX_ENGINES).optional(),
  objects: z.boolean().optional(),
  render: z.number().optional(),
  antialias: z.number().optional(),
  scale: z.number().positive().optional(),
  background: z
    .string()
    .regex(/^[0-9a-f]{6}$/)
    .optional(),
  arguments: z.array(z.string()).readonly().optional(),
  sheet: z.object({ width: z.number().positive(), height: z.number().positive() }).optional(),
});

export const storedTask = z.object({
  id: z.string(),
  kind: z.enum(['render', 'shell']),
  main: z.string().optional(),
  options: optionsSchema,
  /** The front whose connection owns the task; absent for a detached task. */
  front: z.string().optional(),
  /** Nobody is connected: who submitted it, and under which reference. */
  detached: z.object({ endpoint: z.enum(DETACHED_ENDPOINTS), reference: z.string() }).optional(),
  /** Whom fairness counts, and the address they came from. */
  client: z.string(),
  address: z.string(),
  /** Its results are for this client alone: what was learned from its earlier renders may be used. */
  remembers: z.boolean().optional(),
  createdAtMs: z.number(),
  /** A hash of its files, by which the same program is known again when it has failed. */
  source: z.string().optional(),
  /** Some of its files are not in Redis: its front sends them to the backend, in so many bytes (core/wire/sentFiles.ts). */
  sentBytes: z.number().int().positive().optional(),
});
export type StoredTask = Readonly<z.infer<typeof storedTask>>;

/** The data of a job. */
export const queuedTask = storedTask.extend({
  /** Its place over all classes; absent while it waits behind the window of its client. */
  number: z.number().optional(),
  /** How often it had to give way. */
  halts: z.number().default(0),
});
export type QueuedTask = Readonly<z.infer<typeof queuedTask>>;

/** What the backend says of a task that has ended: the job's return value. */
export const taskEnd = z.object({
  outcome: z.string(),
  runMs: z.number(),
  /** For the admin page: where the time went, how it was started, what it used. */
  timings: z.record(z.string(), z.number()).optional(),
  startMode: z.string().optional(),
  memoryBytes: z.number().optional(),
  cpuMs: z.number().optional(),
  /** Of one that failed: the limits it had, what asy complained of, how its output ended, whether its sources are kept. */
  limits: z.object({ memoryBytes: z.number(), outputBytes: z.number() }).optional(),
  message: z.string().optional(),
  tail: z.string().optional(),
  hasSources: z.boolean().optional(),
});
export type TaskEnd = Readonly<z.infer<typeof taskEnd>>;

export function submissionOf(task: StoredTask, files: SubmissionFiles): Submission | undefined {
  if (task.kind === 'shell') return { kind: 'shell', files, options: task.options };
  if (task.main === undefined || !files.has(task.main)) return undefined;
  return { kind: 'render', files, main: task.main, options: task.options };
}
