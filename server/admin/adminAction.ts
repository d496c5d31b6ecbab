import type { z } from 'zod';
import { actionTable, type ActionArgs, type ActionName } from '@/core/admin/actions';
import type { RefusalReason } from '@/core/admin/reason';
import { failure } from '@/core/errors';
import { refusal, type Refused, type Result } from '@/core/result';
import type { Admin } from './sessions';

/**
 * What the actions of the admin page do; what they take and who may run them says core/admin/actions.ts. The answer is
 * what the audit log says: to what it was done, before and after.
 */

interface ActionDone {
  readonly what: string;
  readonly before?: string;
  readonly after?: string;
  /** For the one who did it, once: never in the log. */
  readonly shown?: string;
}

export type ActionResult = Result<ActionDone> & { readonly reason?: RefusalReason };

export type AdminActions = {
  readonly [Name in ActionName]: (args: ActionArgs<Name>, by: Admin) => Promise<ActionResult>;
};

/** Those whose names begin so: what one part of the server brings. */
export type ActionsAbout<Topic extends string> = Pick<AdminActions, Extract<ActionName, `${Topic}.${string}`>>;

/** It cannot be done now: in words for the audit log, and as a code for the page. */
export function cannot(
  message: string,
  code?: RefusalReason['code'],
  values?: RefusalReason['values'],
): Refused & { readonly reason?: RefusalReason } {
  return { ...refusal(failure('forbidden', message)), ...(code && { reason: { code, ...(values && { values }) } }) };
}

export async function runAction<Name extends ActionName>(
  actions: AdminActions,
  name: Name,
  args: unknown,
  by: Admin,
): Promise<ActionResult> {
  const parsed = actionTable[name].args.safeParse(args);
  return parsed.success ? actions[name](parsed.data, by) : misunderstood(parsed.error.issues[0]);
}

function misunderstood(issue: z.core.$ZodIssue | undefined): ActionResult {
  // Whatever else is wrong, no form of the page can have sent.
  const isEmpty = issue?.code === 'too_small' && issue.origin === 'string';
  const message = `${issue?.path.join('.') || 'The request'}: ${issue?.message ?? 'is not understood'}`;
  const isUrl = issue?.path[0] === 'url';
  return cannot(message, isEmpty ? 'empty-field' : isUrl ? 'bad-webhook' : undefined);
}
