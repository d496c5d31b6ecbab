import { z } from 'zod';
import { TASK_GRAPH_LIMITS } from './limits';
import { TASK_STATES } from './state';
import { idSchema } from './taskSchema';

/** What lists can be asked for (docs/task-graph.md, 12 and 13). Everything in a query is text. */

const { listPageItems } = TASK_GRAPH_LIMITS;
const words = <T extends z.ZodType<unknown, string>>(word: T) =>
  z
    .string()
    .transform((text) => text.split(',').map((item) => item.trim()))
    .pipe(z.array(word).min(1));

const limit = z.coerce.number().int().min(1).max(listPageItems).default(listPageItems);
const cursor = z.string().max(1024).optional();
const time = z.iso.datetime({ offset: true }).optional();

/** `''` would be 0. */
const amount = z.string().min(1).transform(Number).pipe(z.number().nonnegative()).optional();

/** A `-` in front turns the order round. */
const SORT_KEYS = ['created_at', 'updated_at', 'priority', 'estimated_runtime_ms', 'deadline', 'name'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

export const taskListQuerySchema = z.strictObject({
  state: words(z.enum(TASK_STATES)).optional(),
  kind: words(z.enum(['group', 'render', 'external'])).optional(),
  label: z.string().optional(),
  name: z.string().optional(),
  graph: idSchema.optional(),
  /** `token:<id>`; for admins. */
  owner: z.string().optional(),
  created_after: time,
  created_before: time,
  deadline_before: time,
  /** What a task requests; one that does not say fits everywhere. */
  memory_bytes_at_most: amount,
  cores_at_most: amount,
  gpus_at_most: amount,
  sort: z
    .string()
    .refine((text) => SORT_KEYS.some((key) => text === key || text === `-${key}`), {
      error: `expected one of ${SORT_KEYS.join(', ')}, with or without "-" in front`,
    })
    .default('created_at'),
  /** Names of fields of the task; all without it. */
  fields: words(z.string().min(1)).optional(),
  limit,
  cursor,
});
export type TaskListQuery = Readonly<z.infer<typeof taskListQuerySchema>>;

export const pageQuerySchema = z.strictObject({ limit, cursor });

export const eventsQuerySchema = z.strictObject({
  graph: idSchema.optional(),
  task: idSchema.optional(),
  limit,
  cursor,
  /** The same as the header, for clients that cannot set it. */
  last_event_id: z.string().optional(),
});
export type EventsQuery = Readonly<z.infer<typeof eventsQuerySchema>>;

export const statsQuerySchema = z.strictObject({ label: z.string().optional() });
export const attemptQuerySchema = z.strictObject({ attempt: z.coerce.number().int().min(1).optional() });
export const tokenQuerySchema = z.strictObject({ token: z.string().optional() });
