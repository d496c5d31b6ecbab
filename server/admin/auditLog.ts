import type { Redis } from 'ioredis';
import { auditEntry, type AuditEntry } from '@/core/admin/panels';
import { RETENTION } from '@/core/limits';
import { readMessage } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';

/** Every action of an administrator, and every sign-in: who, when, what, before and after. The newest are kept. */

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
