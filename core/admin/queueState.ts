import { z } from 'zod';

/** The queue as its leader sees it, published for the admin page, the metrics and the alarms of every front. */

const taskState = z.object({
  state: z.enum(['lane', 'waiting', 'running']),
  taskClass: z.string(),
  client: z.string(),
  address: z.string(),
  owner: z.enum(['connection', 'detached']),
  submittedAtMs: z.number(),
  number: z.number().optional(),
  /** From 1: in the queue of its class, or in the lane of its client. One that came back stands before its number. */
  place: z.number().optional(),
  estimateSeconds: z.number().optional(),
  startedAtMs: z.number().optional(),
  backend: z.string().optional(),
  /** The limit in force of a running one; what was asked for of a waiting one. */
  durationSeconds: z.number().optional(),
  halts: z.number(),
  restarts: z.number(),
});
export type TaskState = z.infer<typeof taskState>;

const calibration = z.object({
  pairs: z.number(),
  meanWaitSeconds: z.number(),
  meanErrorSeconds: z.number(),
  relativeError: z.number(),
  goodShare: z.number(),
  boundShare: z.number(),
  /** Of each class: how often its bound held, and by what it is scaled to hold for nine of ten. */
  classes: z
    .record(z.string(), z.object({ pairs: z.number(), boundShare: z.number(), factor: z.number() }))
    .default({}),
});

export const queueState = z.object({
  atMs: z.number(),
  epoch: z.number(),
  leader: z.string(),
  classes: z.record(
    z.string(),
    z.object({ waiting: z.number(), running: z.number(), paused: z.boolean(), oldestSinceMs: z.number().optional() }),
  ),
  inLanes: z.number(),
  levels: z.array(
    z.object({
      name: z.string(),
      durationSeconds: z.number(),
      limit: z.string(),
      inForce: z.number(),
      running: z.number(),
    }),
  ),
  shells: z.number(),
  backends: z.record(
    z.string(),
    z.object({ draining: z.boolean(), task: z.string().optional(), sinceMs: z.number().optional() }),
  ),
  /** At most so many as are listed; the counts above are whole. */
  tasks: z.record(z.string(), taskState),
  /** Those with the most tasks. Of each, so many may stand in the shared queue at a time; more wait in its lane. */
  clients: z.record(z.string(), z.object({ inQueue: z.number(), inLane: z.number(), running: z.number() })),
  tasksPerClient: z.number(),
  calibration: calibration.optional(),
  /** Workers that went away without a word, newest last. */
  lost: z.array(z.object({ worker: z.string(), host: z.string(), atMs: z.number() })),
  /** Backends that did not pick up the last permit they were given, and when it was taken back. */
  unread: z.array(z.object({ backend: z.string(), atMs: z.number() })),
  /** The levels of the configuration, in the words of the setting. */
  configuredLevels: z.string(),
});
export type QueueState = z.infer<typeof queueState>;

export function readQueueState(text: string | null): QueueState | undefined {
  if (text === null) return undefined;
  try {
    return queueState.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
