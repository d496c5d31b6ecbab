import { z } from 'zod';
import {
  eventDocumentSchema,
  executionInfoDocumentSchema,
  taskDocumentSchema,
  claimedTaskDocumentSchema,
} from './documentSchema';
import { servedFields } from './served';
import { TASK_STATES, type TaskState } from './state';
import { idSchema, resourcesSchema } from './taskSchema';

/** What the service answers beside single tasks (docs/task-graph.md, 12 to 14). */

const pageOf = <T extends z.ZodType>(item: T) =>
  z.strictObject({
    items: z.array(item),
    /** The cursor of the next page; null on the last. */
    next: z.string().nullable(),
  });

export const taskPageSchema = pageOf(taskDocumentSchema.partial());
export const historyPageSchema = pageOf(executionInfoDocumentSchema);
export const eventPageSchema = pageOf(eventDocumentSchema);

const graphSummarySchema = z.strictObject({
  id: idSchema,
  tasks: z.int(),
  states: z.partialRecord(z.enum(TASK_STATES), z.int()),
  created_at: z.iso.datetime(),
});
export type GraphSummary = Readonly<z.infer<typeof graphSummarySchema>>;
export const graphPageSchema = pageOf(graphSummarySchema);

export const claimDocumentSchema = z.strictObject({
  tasks: z.array(claimedTaskDocumentSchema),
  /** Ids of tasks this worker has and is to stop; each is told once. */
  cancel: z.array(idSchema),
});

/** Of one task its children; of several the edges. */
export const continuationsDocument = (verb: 'added' | 'removed') => z.strictObject({ [verb]: z.array(idSchema) });
export const edgesDocument = (verb: 'added' | 'removed') =>
  z.strictObject({ [verb]: z.array(z.strictObject({ parent: idSchema, child: idSchema })) });

/** There is nothing to tell. */
export const emptyDocumentSchema = z.strictObject({});

const workerDocumentSchema = z.strictObject({
  worker: z.string(),
  /** Whose token it uses: `token:<id>`. */
  token: z.string(),
  /** Its last claim or renewal. */
  heard_at: z.iso.datetime(),
  /** What it holds, and what these tasks request together. */
  tasks: z.array(idSchema),
  resources: resourcesSchema.required(),
});
export type WorkerDocument = Readonly<z.infer<typeof workerDocumentSchema>>;
export const workerPageSchema = pageOf(workerDocumentSchema);

const percentilesSchema = z.strictObject({ p50: z.number(), p90: z.number(), p99: z.number(), max: z.number() });
export type Percentiles = Readonly<z.infer<typeof percentilesSchema>>;

/** Every state by its name, so that the document names them too. */
const stateCountsSchema = z.strictObject({
  inactive: z.int(),
  available: z.int(),
  running: z.int(),
  pending_cancellation: z.int(),
  cancelled: z.int(),
  terminated: z.int(),
} satisfies Record<TaskState, z.ZodType>);

const scopeStatsSchema = z.strictObject({
  tasks: z.int(),
  states: stateCountsSchema,
  /** From available to claimed, and from started to ended, of the last attempt of each task. */
  wait_ms: percentilesSchema.optional(),
  run_ms: percentilesSchema.optional(),
  /** How failed tasks ended. */
  failures: z.record(z.string(), z.int()),
  /** The largest value each task reported. */
  memory_usage: percentilesSchema.optional(),
  cpu_utilization: percentilesSchema.optional(),
  gpu_usage: percentilesSchema.optional(),
});
export type ScopeStats = Readonly<z.infer<typeof scopeStatsSchema>>;
export const statsDocumentSchema = z.strictObject({
  global: scopeStatsSchema,
  labels: z.record(z.string(), scopeStatsSchema),
});
export type StatsDocument = Readonly<z.infer<typeof statsDocumentSchema>>;

export const ROLES = ['user', 'worker', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const newTokenBodySchema = z
  .strictObject({ name: z.string().min(1).max(64), role: z.enum(ROLES), ...servedFields })
  .superRefine(({ role, owners, labels }, context) => {
    if (role === 'worker' || (owners === undefined && labels === undefined)) return;
    const path = [owners === undefined ? 'labels' : 'owners'];
    context.addIssue({ code: 'custom', path, message: "only a worker's token is bound to owners or labels" });
  });
export type NewTokenBody = Readonly<z.infer<typeof newTokenBodySchema>>;
export const tokenDocumentSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  ...servedFields,
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().optional(),
});
export type TokenDocument = Readonly<z.infer<typeof tokenDocumentSchema>>;
/** The only answer that holds the token itself. */
export const newTokenDocumentSchema = tokenDocumentSchema.extend({ token: z.string() });
export const tokenPageSchema = pageOf(tokenDocumentSchema);
