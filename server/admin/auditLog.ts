import type { Redis } from 'ioredis';
import { z } from 'zod';
import { RETENTION } from '@/core/limits';
import { readMessage } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';

/** Every action of an administrator, and every sign-in: who, when, what, before and after. The newest are kept. */

const auditEntry = z.object({
  atMs: z.number(),
  who: z.string(),
  role: z.string(),
  action: z.string(),
  /** What it was done to, in words. */
  what: z.string(),
  before: z.string().optional(),
  after: z.string().optional(),
  /** Why it was refused; absent: it was done. */
  refused: z.string().optional(),
});
export type AuditEntry = z.infer<typeof auditEntry>;

const LISTED = 100;

export class AuditLog {
  constructor(private readonly redis: Redis) {}

  async write(entry: Omit<AuditEntry, 'atMs'>): Promise<void> {
    const text = JSON.stringify({ atMs: Date.now(), ...entry });
    await this.redis.xadd(KEYS.audit, 'MAXLEN', '~', RETENTION.auditEntries, '*', 'entry', text);
  }

  /** Newest first. */
  async list(count = LISTED): Promise<AuditEntry[]> {
    const entries = await this.redis.xrevrange(KEYS.audit, '+', '-', 'COUNT', count);
    return entries.flatMap(([, fields]) => readMessage(auditEntry, fields[1] ?? '') ?? []);
  }
}
