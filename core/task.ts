import { z } from 'zod';
import { RECORD_DOORS, type RecordDoor } from './record';
import {
  RENDER_FORMATS,
  TEX_ENGINES,
  type Submission,
  type SubmissionFiles,
  type SubmissionOptions,
  type Verbosity,
} from './submission';

/**
 * A task as its record in Redis holds it: a submission in the line, with an id, without its files (which have a key of
 * their own). The front writes it, the scheduler numbers it, the backend that was given it reads it.
 */

export interface TaskRecord {
  readonly id: string;
  readonly kind: 'render' | 'shell';
  readonly main: string | undefined;
  readonly options: SubmissionOptions;
  /** The front whose connection owns the task; undefined for a task that a record owns. */
  readonly front: string | undefined;
  /** The record that owns it instead. */
  readonly record?: { readonly door: RecordDoor; readonly reference: string };
  /** Whom fairness counts, and the address they came from. */
  readonly client: string;
  readonly address: string;
  readonly createdAtMs: number;
}

const optionsSchema = z.object({
  durationSeconds: z.number().positive().optional(),
  format: z.enum(RENDER_FORMATS),
  stderrRedir: z.boolean(),
  verbosity: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]) as z.ZodType<Verbosity>,
  engine: z.enum(TEX_ENGINES).optional(),
  render: z.number().optional(),
  antialias: z.number().optional(),
  scale: z.number().positive().optional(),
  background: z
    .string()
    .regex(/^[0-9a-f]{6}$/)
    .optional(),
  sheet: z.object({ width: z.number().positive(), height: z.number().positive() }).optional(),
});

const recordSchema = z.object({ door: z.enum(RECORD_DOORS), reference: z.string() });

const fieldsSchema = z.object({
  kind: z.enum(['render', 'shell']),
  main: z.string().optional(),
  options: z.string().transform((text) => optionsSchema.parse(JSON.parse(text))),
  front: z.string().optional(),
  record: z
    .string()
    .transform((text) => recordSchema.parse(JSON.parse(text)))
    .optional(),
  client: z.string(),
  address: z.string(),
  createdAtMs: z.coerce.number(),
});

export function taskFields(task: TaskRecord): Record<string, string> {
  return {
    kind: task.kind,
    ...(task.main === undefined ? {} : { main: task.main }),
    options: JSON.stringify(task.options),
    ...(task.front === undefined ? {} : { front: task.front }),
    ...(task.record === undefined ? {} : { record: JSON.stringify(task.record) }),
    client: task.client,
    address: task.address,
    createdAtMs: String(task.createdAtMs),
  };
}

/** Undefined for a record that is gone or broken. */
export function readTask(id: string, fields: Readonly<Record<string, string>>): TaskRecord | undefined {
  try {
    const parsed = fieldsSchema.safeParse(fields);
    if (!parsed.success) return undefined;
    return { id, ...parsed.data, main: parsed.data.main, front: parsed.data.front };
  } catch {
    return undefined;
  }
}

export function submissionOf(task: TaskRecord, files: SubmissionFiles): Submission | undefined {
  if (task.kind === 'shell') return { kind: 'shell', files, options: task.options };
  if (task.main === undefined || !files.has(task.main)) return undefined;
  return { kind: 'render', files, main: task.main, options: task.options };
}
