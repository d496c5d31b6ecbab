import type { z } from 'zod';
import { failure } from '@/core/errors';
import { refusal, type Refused, type Result } from '@/core/result';
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

export type ActionResult = Result<ActionDone>;

/** It cannot be done now; in words for a person. */
export function cannot(words: string): Refused {
  return refusal(failure('forbidden', words));
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
      return cannot(`${issue?.path.join('.') || 'The request'}: ${issue?.message ?? 'is not understood'}`);
    },
  };
}
