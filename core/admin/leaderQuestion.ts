import { z } from 'zod';
import { ADMIN_LIMITS } from './limits';

/**
 * What a front asks the leading scheduler for an administrator, because only that one knows the whole queue. The question
 * goes with the other messages to it, the answer comes through a list of its own. Nobody waits for an answer after its
 * time, so a question that is heard late is dropped: what it asks for may not be meant any more.
 */

const query = z.string().max(ADMIN_LIMITS.maxQuery);

/** Something an administrator may set. */
export const controlChange = z.discriminatedUnion('set', [
  z.object({ set: z.literal('levels'), levels: z.string().min(1).max(ADMIN_LIMITS.maxLevels) }),
  z.object({ set: z.enum(['pause', 'resume']), class: z.string().min(1).max(ADMIN_LIMITS.maxClassName) }),
  z.object({ set: z.literal('drain'), backend: z.string().min(1).max(ADMIN_LIMITS.maxId) }),
]);
export type ControlChange = z.infer<typeof controlChange>;

export const leaderQuestion = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('matching'), query }),
  /** Ends all that match, and answers how many. */
  z.object({ ask: z.literal('cancel'), query }),
  z.object({ ask: z.literal('what-if'), change: controlChange }),
]);
export type LeaderQuestion = z.infer<typeof leaderQuestion>;

/** Tasks that match, by where they are. */
export const matchingTasks = z.object({ waiting: z.number(), running: z.number() });
export type MatchingTasks = Readonly<z.infer<typeof matchingTasks>>;

const foreseenWaits = z.object({
  medianSeconds: z.number().optional(),
  longestSeconds: z.number().optional(),
  stuck: z.number(),
});

export const foreseen = z.object({
  rows: z.array(z.object({ taskClass: z.string(), tasks: z.number(), before: foreseenWaits, after: foreseenWaits })),
});
export type Foreseen = z.infer<typeof foreseen>;

/** Seconds that a front waits for an answer. */
export const ANSWER_SECONDS = 5;
