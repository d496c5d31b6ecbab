import type { z } from 'zod';
import type { AdminRole } from '@/core/admin/roles';
import type { Admin } from './sessions';

/**
 * A lever of the admin page: what it needs, who may pull it, and what it does. Its answer is what the audit log says:
 * to what it was done, before and after.
 */

export type Pulled =
  | {
      readonly what: string;
      readonly before?: string;
      readonly after?: string;
      /** For the one who pulled it, once: never in the log. */
      readonly shown?: string;
    }
  /** It cannot be done now; in words for a person. */
  | { readonly refused: string };

export interface Lever {
  readonly role: AdminRole;
  pull(args: unknown, by: Admin): Promise<Pulled>;
}

export type Levers = Readonly<Record<string, Lever>>;

export function lever<Args>(
  role: AdminRole,
  schema: z.ZodType<Args>,
  pull: (args: Args, by: Admin) => Promise<Pulled>,
): Lever {
  return {
    role,
    pull: async (args, by) => {
      const parsed = schema.safeParse(args);
      if (parsed.success) return pull(parsed.data, by);
      const [issue] = parsed.error.issues;
      return { refused: `${issue?.path.join('.') || 'The request'}: ${issue?.message ?? 'is not understood'}` };
    },
  };
}
