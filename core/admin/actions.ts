import { z } from 'zod';
import { ROLES } from '@/core/taskgraph/serviceSchema';
import { ADMIN_LIMITS as LIMITS } from './limits';
import { refusalReason } from './reason';
import { webhookSettings } from './webhook';
import { ADMIN_ROLES, type AdminRole } from './roles';

/** Every admin action: who may run it, what it takes, and what it answers. The page and its front read the same table. */

const refused = z.object({
  ok: z.literal(false),
  /** As in the audit log. */
  error: z.string(),
  /** The same for a page to say; absent where only a program could be told so, or if the page does not know it. */
  reason: refusalReason.optional().catch(undefined),
});
const done = z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), shown: z.undefined().optional() }), refused]);
/** With what is shown once to the one who asked, such as a new token, and never in the log. */
const doneAndShown = z.discriminatedUnion('ok', [z.object({ ok: z.literal(true), shown: z.string() }), refused]);

export type ActAnswer = z.infer<typeof done> | z.infer<typeof doneAndShown>;
type Reply = typeof done | typeof doneAndShown;

function action<Args extends z.ZodType, Answer extends Reply>(role: AdminRole, args: Args, reply: Answer) {
  return { role, args, reply };
}

const text = (max: number) => z.string().min(1).max(max);
const named = (max: number, message: string) => z.string().trim().min(1, message).max(max);

const nothing = z.object({});
const levels = z.object({ levels: text(LIMITS.maxLevels) });
const className = z.object({ class: text(LIMITS.maxClassName) });
const backend = z.object({ backend: text(LIMITS.maxId) });
const tasks = z.object({ tasks: z.array(text(LIMITS.maxId)).min(1).max(LIMITS.maxTasksAnAction) });
const task = z.object({ task: text(LIMITS.maxId) });
const client = z.object({ who: named(LIMITS.maxClient, 'needs a client or an address') });
const notice = z.object({ text: named(LIMITS.maxNotice, 'needs some words') });
const byId = z.object({ id: text(LIMITS.maxId) });
const tokenId = z.object({ id: text(LIMITS.maxTokenId) });
const tokenName = named(LIMITS.maxTokenName, 'needs a name');
const artifact = z.object({ task: text(LIMITS.maxTokenId), file: text(LIMITS.maxFileName) });
const bytes = text(LIMITS.maxJobName).refine(
  (given) => /^[\0-\xff]*$/.test(given),
  'must hold one character for each byte',
);
const job = z.object({ func: bytes, name: bytes });
const holding = z.object({
  holder: text(LIMITS.maxClient).regex(/^\S+$/, 'must hold no blanks'),
  requestType: z.string().min(1),
});

export const ADMIN_ACTIONS = {
  'limits.set': action('operator', levels, done),
  'limits.reset': action('operator', nothing, done),
  /** Undone twice is done. */
  'limits.undo': action('operator', nothing, done),
  'class.pause': action('operator', className, done),
  'class.resume': action('operator', className, done),
  'backend.drain': action('operator', backend, done),
  'backend.resume': action('operator', backend, done),
  'backend.stop': action('operator', backend, done),
  'task.cancel': action('operator', tasks, done),
  /** Everything that matches, however much is listed; answers how many it were. */
  'task.cancelMatching': action('operator', z.object({ query: text(LIMITS.maxQuery) }), doneAndShown),
  'task.requeue': action('operator', tasks, done),
  'task.source': action('operator', task, doneAndShown),
  'failure.source': action('operator', byId, doneAndShown),
  'failure.rerun': action('operator', byId, doneAndShown),
  'client.block': action('operator', client, done),
  'client.allow': action('operator', client, done),
  'announcement.set': action('operator', notice, done),
  'announcement.clear': action('operator', nothing, done),
  'maintenance.start': action('admin', notice, done),
  'maintenance.end': action('admin', nothing, done),
  'token.create': action('admin', z.object({ name: tokenName, role: z.enum(ADMIN_ROLES) }), doneAndShown),
  'token.revoke': action('admin', tokenId, done),
  'session.end': action('admin', tokenId, done),
  'webhook.add': action('admin', webhookSettings, doneAndShown),
  'webhook.remove': action('admin', byId, done),
  'webhook.test': action('admin', byId, done),
  'window.add': action('admin', z.object({ fromMs: z.number(), untilMs: z.number() }), done),
  'window.remove': action('admin', byId, done),
  'apiToken.create': action('admin', z.object({ name: tokenName, role: z.enum(ROLES) }), doneAndShown),
  'apiToken.revoke': action('admin', tokenId, done),
  'artifact.remove': action('admin', artifact, done),
  'cache.clear': action('operator', nothing, done),
  'job.run': action('operator', job, done),
  'job.remove': action('operator', job, done),
  'job.retry': action('operator', job, done),
  'link.remove': action('operator', byId, done),
  'report.dismiss': action('operator', byId, done),
  'requests.end': action('operator', holding, done),
} as const;

export type ActionName = keyof typeof ADMIN_ACTIONS;
export type ActionArgs<Name extends ActionName> = z.infer<(typeof ADMIN_ACTIONS)[Name]['args']>;

/** The same table, in a form in which the arguments of a name that is not known yet have a type. */
type ActionTable = {
  readonly [Name in ActionName]: {
    readonly role: AdminRole;
    readonly args: z.ZodType<ActionArgs<Name>>;
    readonly reply: z.ZodType<ActAnswer>;
  };
};
export const actionTable: ActionTable = ADMIN_ACTIONS;

export function isActionName(name: string): name is ActionName {
  return Object.hasOwn(ADMIN_ACTIONS, name);
}
