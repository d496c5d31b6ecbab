import { z } from 'zod';
import { failureDetail, failureHead } from './failure';
import { controlChange, foreseen, matchingTasks } from './leaderQuestion';
import { ADMIN_LIMITS } from './limits';
import { refusalReason } from './reason';
import type { AdminRole } from './roles';

/** Everything an admin page asks beyond its panels: who may, what it takes, and what it answers. Nothing is changed by it. */

const query = z.object({ query: z.string().max(ADMIN_LIMITS.maxQuery) });

const failureRow = failureHead.extend({ id: z.string() });
export type FailureRow = Readonly<z.infer<typeof failureRow>>;

const failureGroup = z.object({
  cause: z.string(),
  message: z.string().optional(),
  count: z.number(),
  newestAtMs: z.number(),
});
export type FailureGroup = Readonly<z.infer<typeof failureGroup>>;

const foundFailures = z.object({
  /** That match, and that are kept at all. */
  count: z.number(),
  kept: z.number(),
  /** The largest first; those beyond are counted in none. */
  groups: z.array(failureGroup),
  /** The newest first. */
  rows: z.array(failureRow),
});
export type FoundFailures = Readonly<z.infer<typeof foundFailures>>;

function question<Args extends z.ZodType, Reply extends z.ZodType>(role: AdminRole, args: Args, reply: Reply) {
  return { role, args, reply };
}

export const ADMIN_QUESTIONS = {
  'failures.find': question('viewer', query, foundFailures),
  /** With what the program wrote, which is its author's. */
  'failure.read': question(
    'operator',
    z.object({ id: z.string().max(ADMIN_LIMITS.maxId) }),
    z.object({ head: failureHead, detail: failureDetail }),
  ),
  'tasks.count': question('viewer', query, matchingTasks),
  'queue.foresee': question('operator', z.object({ change: controlChange }), foreseen),
} as const;

export type QuestionName = keyof typeof ADMIN_QUESTIONS;
export type QuestionArgs<Name extends QuestionName> = z.infer<(typeof ADMIN_QUESTIONS)[Name]['args']>;
export type QuestionReply<Name extends QuestionName> = z.infer<(typeof ADMIN_QUESTIONS)[Name]['reply']>;

type QuestionTable = {
  readonly [Name in QuestionName]: {
    readonly role: AdminRole;
    readonly args: z.ZodType<QuestionArgs<Name>>;
    readonly reply: z.ZodType<QuestionReply<Name>>;
  };
};
export const questionTable: QuestionTable = ADMIN_QUESTIONS;

export function isQuestionName(name: string): name is QuestionName {
  return Object.hasOwn(ADMIN_QUESTIONS, name);
}

/** What comes back over the socket. */
export const askAnswer = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), reply: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.string(), reason: refusalReason.optional().catch(undefined) }),
]);
export type AskAnswer = z.infer<typeof askAnswer>;
