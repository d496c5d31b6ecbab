import { z } from 'zod';
import { TASK_STATES } from './state';
import { commandSchema, idSchema, resourcesSchema } from './taskSchema';
import { EXIT_STATUSES } from './workerSchema';

/** What the service answers (docs/task-graph.md, "Model" and "Shapes"). */

const timeSchema = z.iso.datetime({ offset: true });
const usageSchema = z.array(z.strictObject({ time: timeSchema, value: z.number() }));

/** What a task drew or wrote, and where it can be had. */
export const artifactDocumentSchema = z.strictObject({
  file: z.string(),
  type: z.string(),
  bytes: z.int().nonnegative(),
  url: z.string(),
});

export const taskDocumentSchema = z.strictObject({
  id: idSchema,
  name: z.string().optional(),
  /** The id of the graph it was created with, and its name there. */
  graph: idSchema.optional(),
  local_name: z.string().optional(),
  /** The task of which this is another try, asked for by its owner. */
  retry_of: idSchema.optional(),
  /** `token:<id>` or `session`. */
  owner: z.string(),
  kind: z.enum(['group', 'render', 'external']),
  command: commandSchema.optional(),
  state: z.enum(TASK_STATES),
  continuations: z.array(idSchema),
  pending_dependency_count: z.int().nonnegative(),
  requested_resources: resourcesSchema,
  estimated_runtime_ms: z.int().optional(),
  max_termination_time_ms: z.int(),
  max_attempt_count: z.int(),
  attempt_count: z.int(),
  /** `attempt_count` less one, at least 0. */
  retry_count: z.int(),
  /** Attempts lost to workers that fell silent. */
  abandoned_count: z.int(),
  deadline: timeSchema.optional(),
  priority: z.int(),
  labels: z.array(z.string()),
  /** Who has it, or had it last. */
  worker: z.string().optional(),
  /** How its last attempt ended; of a group that fired, success. */
  exit_status: z.enum(EXIT_STATUSES).optional(),
  artifacts: z.array(artifactDocumentSchema),
  created_at: timeSchema,
  updated_at: timeSchema,
});
export type TaskDocument = Readonly<z.infer<typeof taskDocumentSchema>>;

/** One for each attempt. */
export const executionInfoDocumentSchema = z.strictObject({
  worker: z.string(),
  time_claimed: timeSchema,
  time_started: timeSchema,
  time_terminated: timeSchema.optional(),
  exit_status: z.enum(EXIT_STATUSES).optional(),
  exit_code: z.int().optional(),
  signal: z.string().optional(),
  /** Of a render: how memory and CPU were measured, and in words why it failed. */
  measured: z.enum(['cgroup', 'sampled']).optional(),
  reason: z.string().optional(),
  memory_usage: usageSchema,
  cpu_utilization: usageSchema,
  gpu_usage: usageSchema,
});
export type ExecutionInfoDocument = Readonly<z.infer<typeof executionInfoDocumentSchema>>;

export const claimedTaskDocumentSchema = taskDocumentSchema.extend({ token: z.string(), lease_until: timeSchema });

export const renewDocumentSchema = z.strictObject({
  lease_until: timeSchema,
  /** The worker is to stop the task. */
  cancel: z.boolean(),
});

export const eventDocumentSchema = z.strictObject({
  id: z.string(),
  time: timeSchema,
  task: idSchema,
  graph: idSchema.optional(),
  from: z.enum(TASK_STATES).optional(),
  to: z.enum(TASK_STATES),
});
export type EventDocument = Readonly<z.infer<typeof eventDocumentSchema>>;

export const graphDocumentSchema = z.strictObject({ graph: idSchema, tasks: z.record(idSchema, taskDocumentSchema) });

export const problemDocumentSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.array(z.object({ field: z.string(), detail: z.string() })).optional(),
  path: z.array(z.string()).optional(),
});
