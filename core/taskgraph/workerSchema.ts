import { z } from 'zod';
import { boundedList } from '@/core/boundedList';
import { TASK_GRAPH_LIMITS } from './limits';
import { servedFields } from './served';
import { changeableFields, commandSchema, continuationsSchema, idSchema, resourcesSchema } from './taskSchema';

/** What is sent about tasks that exist (docs/task-graph.md, "Shapes"). */

const { maxEdgesOfRequest } = TASK_GRAPH_LIMITS;
const tokenSchema = z.string().min(1);
const workerNameSchema = z.string().min(1).max(TASK_GRAPH_LIMITS.maxNameCharacters);
const timeSchema = z.iso.datetime({ offset: true });

export const EXIT_STATUSES = ['success', 'failure', 'signal', 'timeout', 'abandoned', 'cancelled'] as const;
export type ExitStatus = (typeof EXIT_STATUSES)[number];

/** `POST /tasks/claim` */
export const claimBodySchema = z.strictObject({
  max: z.int().min(1).max(TASK_GRAPH_LIMITS.maxClaimedTasks).default(1),
  wait_ms: z.int().nonnegative().max(TASK_GRAPH_LIMITS.maxClaimWaitMs).default(0),
  /** What the worker has free; absent: anything fits. */
  resources: resourcesSchema.optional(),
  worker: workerNameSchema.optional(),
  ...servedFields,
});

/** `POST /tasks/{id}/renew` */
export const renewBodySchema = z.strictObject({ token: tokenSchema });

/** A worker's `PATCH /tasks/{id}`: a claim, or the end of an attempt. */
export const reportBodySchema = z
  .strictObject({
    state: z.enum(['running', 'terminated', 'cancelled']),
    token: tokenSchema.optional(),
    execution_info: z
      .strictObject({
        worker: workerNameSchema.optional(),
        /** `abandoned` is the server's word. */
        exit_status: z.enum(EXIT_STATUSES).exclude(['abandoned']).optional(),
        exit_code: z.int().optional(),
        signal: z.string().max(32).optional(),
        time_started: timeSchema.optional(),
        time_terminated: timeSchema.optional(),
      })
      .optional(),
  })
  .superRefine((body, context) => {
    if (body.state === 'running') return;
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    if (body.token === undefined) refuse(['token'], 'expected the token of the attempt');
    const hasStatus = body.execution_info?.exit_status !== undefined;
    if (body.state === 'terminated' && !hasStatus) refuse(['execution_info', 'exit_status'], 'expected how it ended');
  });
export type ReportBody = Readonly<z.infer<typeof reportBodySchema>>;

/** The owner's `PATCH /tasks/{id}`. */
export const patchBodySchema = z.strictObject({
  ...changeableFields,
  /** Until the task is available. */
  command: commandSchema.optional(),
  state: z.enum(['available', 'cancelled']).optional(),
  add_continuations: continuationsSchema.optional(),
  remove_continuations: continuationsSchema.optional(),
});
export type PatchBody = Readonly<z.infer<typeof patchBodySchema>>;

/** `POST /tasks/{id}/add_continuations` and `remove_continuations`, plural and singular. */
export const continuationsBodySchema = continuationsSchema;

/** `POST /tasks/add_continuations` and `remove_continuations`: every value to every target. */
export const bulkContinuationsBodySchema = boundedList(
  z.strictObject({ targets: boundedList(idSchema, maxEdgesOfRequest), values: continuationsSchema }),
  maxEdgesOfRequest,
);
export type BulkContinuationsBody = Readonly<z.infer<typeof bulkContinuationsBodySchema>>;

/** `POST /tasks/{id}/execution_info/report_memory_usage` and its siblings; bytes, or a share of the cores or GPUs. */
export const usageBodySchema = z.strictObject({ token: tokenSchema, value: z.number().nonnegative() });

/** `POST /tasks/{id}/execution_info/time_started` */
export const timeStartedBodySchema = z.strictObject({ token: tokenSchema, value: timeSchema });
