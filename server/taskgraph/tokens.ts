import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { servedFields, type ServedFields } from '@/core/taskgraph/served';
import { ROLES, type NewTokenBody, type Role, type TokenDocument } from '@/core/taskgraph/serviceSchema';
import { KEYS } from '@/platform/redis/keys';
import { newId, sha256 } from './ids';
import { isoTime } from './storedTask';

/**
 * The tokens of the API (docs/task-graph.md, 13). Redis has their hashes only: whoever reads it cannot use one. The
 * tokens of the admin page's administrators are none of these but are known here, too.
 */

const storedToken = z.object({
  name: z.string(),
  role: z.enum(ROLES),
  hash: z.string(),
  createdAtMs: z.number(),
  ...servedFields,
});
type StoredToken = z.infer<typeof storedToken>;

interface KnownToken extends ServedFields {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** How long another front may still believe in a token that was revoked. */
const BELIEF_MS = 1000;
const MAX_BELIEVED = 10_000;
const FIRST_ADMIN: KnownToken = { id: 'first-admin', name: 'admin', role: 'admin' };

export class TokenStore {
  private readonly believed = new LRUCache<string, KnownToken>({ max: MAX_BELIEVED, ttl: BELIEF_MS });

  constructor(
    private readonly redis: Redis,
    private readonly isAdminToken: (token: string) => Promise<boolean>,
  ) {}

  /** The only time the token itself is seen. */
  async create(body: NewTokenBody): Promise<TokenDocument & { readonly token: string }> {
    const id = newId('k');
    const token = `asyg_${randomBytes(24).toString('base64url')}`;
    const stored: StoredToken = { ...body, hash: sha256(token), createdAtMs: Date.now() };
    await this.redis
      .multi()
      .hset(KEYS.tokens, id, JSON.stringify(stored))
      .hset(KEYS.tokensByHash, stored.hash, id)
      .exec();
    return { id, ...body, created_at: isoTime(stored.createdAtMs), token };
  }

  /** The newest first. */
  async list(): Promise<TokenDocument[]> {
    const [texts, uses] = await Promise.all([this.redis.hgetall(KEYS.tokens), this.redis.hgetall(KEYS.tokensUsed)]);
    const found = Object.entries(texts).flatMap(([id, text]) => {
      const stored = readStored(text);
      return stored === undefined ? [] : [{ id, stored }];
    });
    return found
      .sort((a, b) => b.stored.createdAtMs - a.stored.createdAtMs)
      .map(({ id, stored: { hash: _hash, createdAtMs, ...told } }) => {
        const used = uses[id];
        return { id, ...told, created_at: isoTime(createdAtMs), ...(used && { last_used_at: isoTime(used) }) };
      });
  }

  /** False: there is none. Its tasks stay; nobody but admins can see them then. */
  async revoke(id: string): Promise<boolean> {
    const stored = readStored((await this.redis.hget(KEYS.tokens, id)) ?? '');
    if (stored === undefined) return false;
    await this.redis
      .multi()
      .hdel(KEYS.tokens, id)
      .hdel(KEYS.tokensByHash, stored.hash)
      .hdel(KEYS.tokensUsed, id)
      .exec();
    this.believed.delete(stored.hash);
    return true;
  }

  async find(token: string): Promise<KnownToken | undefined> {
    const hash = sha256(token);
    const known = this.believed.get(hash) ?? (await this.look(token, hash));
    if (known !== undefined) this.believed.set(hash, known, { noUpdateTTL: true });
    return known;
  }

  private async look(token: string, hash: string): Promise<KnownToken | undefined> {
    if (await this.isAdminToken(token)) return FIRST_ADMIN;
    const id = await this.redis.hget(KEYS.tokensByHash, hash);
    const stored = id === null ? undefined : readStored((await this.redis.hget(KEYS.tokens, id)) ?? '');
    if (id === null || stored === undefined) return undefined;
    await this.redis.hset(KEYS.tokensUsed, id, Date.now());
    const { name, role, owners, labels } = stored;
    return { id, name, role, owners, labels };
  }
}

function readStored(text: string): StoredToken | undefined {
  try {
    return storedToken.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
