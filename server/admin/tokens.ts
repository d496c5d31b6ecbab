import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { TokenRow } from '@/core/admin/panels';
import { ADMIN_ROLES, type AdminRole } from '@/core/admin/roles';
import { readMessage } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';

/**
 * The tokens that open the admin page. A token is `<id>.<secret>`; Redis holds only the hash of the secret, so whoever
 * reads a backup cannot sign in. A token that an operator configured has no id in it and is found by its hash alone.
 */

const storedToken = z.object({
  name: z.string(),
  role: z.enum(ADMIN_ROLES),
  /** SHA-256 of the whole token: it is random, so nothing slower is needed. */
  hash: z.string(),
  createdAtMs: z.number(),
});
type StoredToken = z.infer<typeof storedToken>;

/** Ids of the tokens that are not made on the page. */
export const FIRST_TOKEN = 'first';
export const CONFIGURED_TOKEN = 'configured';

export class TokenStore {
  constructor(private readonly redis: Redis) {}

  async list(): Promise<TokenRow[]> {
    const all = await this.redis.hgetall(KEYS.adminTokens);
    return Object.entries(all).flatMap(([id, text]) => {
      const stored = readMessage(storedToken, text);
      return stored ? [{ id, name: stored.name, role: stored.role, createdAtMs: stored.createdAtMs }] : [];
    });
  }

  async find(id: string): Promise<TokenRow | undefined> {
    const stored = await this.read(id);
    return stored && { id, name: stored.name, role: stored.role, createdAtMs: stored.createdAtMs };
  }

  /** Which token this is; undefined for none. */
  async recognise(token: string): Promise<TokenRow | undefined> {
    const hash = hashOf(token);
    for (const id of [token.split('.')[0] ?? '', FIRST_TOKEN, CONFIGURED_TOKEN]) {
      const stored = id === '' ? undefined : await this.read(id);
      if (stored && isSame(stored.hash, hash)) return this.find(id);
    }
    return undefined;
  }

  /** The token itself: it is shown once and never again. */
  async create(name: string, role: AdminRole): Promise<{ id: string; token: string }> {
    const id = randomBytes(6).toString('hex');
    const token = `${id}.${randomBytes(24).toString('base64url')}`;
    await this.keep(id, name, role, token);
    return { id, token };
  }

  async keep(id: string, name: string, role: AdminRole, token: string): Promise<void> {
    const stored: StoredToken = { name, role, hash: hashOf(token), createdAtMs: Date.now() };
    await this.redis.hset(KEYS.adminTokens, id, JSON.stringify(stored));
  }

  /** False if there is none. */
  async revoke(id: string): Promise<boolean> {
    return (await this.redis.hdel(KEYS.adminTokens, id)) === 1;
  }

  private async read(id: string): Promise<StoredToken | undefined> {
    const text = await this.redis.hget(KEYS.adminTokens, id);
    return text === null ? undefined : readMessage(storedToken, text);
  }
}

function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
