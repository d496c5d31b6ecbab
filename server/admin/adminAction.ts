import type { z } from 'zod';
import { failure } from '@/core/errors';
import { refusal, type Refused, type Result } from '@/core/result';
import type { RefusalReason } from '@/core/admin/reason';
import type { AdminRole } from '@/core/admin/roles';
import type { Admin } from './sessions';

/**
 * An action of the admin page: what it needs, who may run it, and what it does. Its answer is what the audit log says:
 * to what it was done, before and after.
 */

export interface ActionDone {
  readonly what: string;
  readonly before?: string;
  readonly after?: string;
  /** For the one who did it, once: never in the log. */
  readonly shown?: string;
}

export type ActionResult = Result<ActionDone> & { readonly reason?: RefusalReason };

/** It cannot be done now: in words for the audit log, and as a code for the page. */
export function cannot(
  message: string,
  code?: RefusalReason['code'],
  values?: RefusalReason['values'],
): Refused & { readonly reason?: RefusalReason } {
  return { ...refusal(failure('forbidden', message)), ...(code && { reason: { code, ...(values && { values }) } }) };
}

export interface AdminAction {
  readonly role: AdminRole;
  run(args: unknown, by: Admin): Promise<ActionResult>;
}

export type AdminActions = Readonly<Record<string, AdminAction>>;

export function adminAction<Args>(
  role: AdminRole,
  schema: z.ZodType<Args>,
  run: (args: Args, by: Admin) => Promise<ActionResult>,
): AdminAction {
  return {
    role,
    run: async (args, by) => {
      const parsed = schema.safeParse(args);
      if (parsed.success) return run(parsed.data, by);
      const [issue] = parsed.error.issues;
      // Whatever else is wrong, no form of the page can have sent.
      const isEmpty = issue?.code === 'too_small' && issue.origin === 'string';
      const message = `${issue?.path.join('.') || 'The request'}: ${issue?.message ?? 'is not understood'}`;
      return cannot(message, isEmpty ? 'empty-field' : undefined);
    },
  };
}
