import { randomBytes } from 'node:crypto';
import type { Redis } from 'ioredis';
import { z } from 'zod';
import type { SessionRow } from '@/core/admin/panels';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import { readMessage } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';
import type { TokenStore } from './tokens';

/**
 * Who is signed in with a token, at whichever front: so that every session can be seen and ended. One that ended or ran
 * out is nobody's, whatever its cookie says.
 */

const storedSession = z.object({
  token: z.string(),
  address: z.string(),
  browser: z.string(),
  createdAtMs: z.number(),
  seenAtMs: z.number(),
});
type StoredSession = z.infer<typeof storedSession>;

const { sessionSeconds, maxSessions, maxBrowser, seenEverySeconds } = ADMIN_LIMITS;

export class SessionStore {
  constructor(
    private readonly redis: Redis,
    private readonly tokens: Pick<TokenStore, 'find'>,
    private readonly now: () => number = () => Date.now(),
  ) {}

  /** Answers its id. With too many of them the one that was not seen for longest ends. */
  async open(token: string, from: { readonly address: string; readonly browser: string }): Promise<string> {
    const others = (await this.all()).sort(([, a], [, b]) => b.seenAtMs - a.seenAtMs);
    for (const [id] of others.slice(maxSessions - 1)) await this.end(id);
    const id = randomBytes(16).toString('hex');
    const nowMs = this.now();
    const browser = from.browser.slice(0, maxBrowser);
    await this.write(id, { token, address: from.address, browser, createdAtMs: nowMs, seenAtMs: nowMs });
    await this.redis.expire(KEYS.adminSessions, sessionSeconds);
    return id;
  }

  /** The token of a session; undefined if it is over. That it was used is noted now and then. */
  async use(id: string): Promise<string | undefined> {
    const text = await this.redis.hget(KEYS.adminSessions, id);
    const session = text === null ? undefined : readMessage(storedSession, text);
    if (!session || this.isOver(session)) return undefined;
    const nowMs = this.now();
    if (nowMs - session.seenAtMs > seenEverySeconds * 1000) await this.write(id, { ...session, seenAtMs: nowMs });
    return session.token;
  }

  /** False if there was none. */
  async end(id: string): Promise<boolean> {
    return (await this.redis.hdel(KEYS.adminSessions, id)) === 1;
  }

  /** The one that was seen last is first. */
  async list(): Promise<SessionRow[]> {
    const rows = await Promise.all(
      (await this.all()).map(async ([id, { token, ...session }]) => {
        const known = this.isOver(session) ? undefined : await this.tokens.find(token);
        return known ? [{ id, name: known.name, role: known.role, ...session }] : [];
      }),
    );
    return rows.flat().sort((a, b) => b.seenAtMs - a.seenAtMs);
  }

  private async all(): Promise<[string, StoredSession][]> {
    return Object.entries(await this.redis.hgetall(KEYS.adminSessions)).flatMap(([id, text]) => {
      const session = readMessage(storedSession, text);
      return session ? [[id, session] as [string, StoredSession]] : [];
    });
  }

  private isOver({ createdAtMs }: Pick<StoredSession, 'createdAtMs'>): boolean {
    return this.now() - createdAtMs > sessionSeconds * 1000;
  }

  private async write(id: string, session: StoredSession): Promise<void> {
    await this.redis.hset(KEYS.adminSessions, id, JSON.stringify(session));
  }
}
