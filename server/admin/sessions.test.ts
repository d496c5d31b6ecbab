import type { Redis } from 'ioredis';
import { beforeEach, describe, expect, it } from 'vitest';
import { ADMIN_LIMITS } from '@/core/admin/limits';
import { Sessions } from './sessions';
import { SessionStore } from './sessionStore';

const HOUR_MS = 3_600_000;
const FROM = { address: '127.0.0.9', browser: 'Firefox' };
const known = new Map([['t1', { id: 't1', name: 'Ada', role: 'operator' as const, createdAtMs: 0 }]]);
const tokens = { find: async (id: string) => known.get(id) };

let now = 0;
let kept: Map<string, string>;
let store: SessionStore;
beforeEach(() => {
  now = 0;
  kept = new Map();
  const redis = {
    hgetall: async () => Object.fromEntries(kept),
    hget: async (_key: string, id: string) => kept.get(id) ?? null,
    hset: async (_key: string, id: string, text: string) => void kept.set(id, text),
    hdel: async (_key: string, id: string) => Number(kept.delete(id)),
    expire: async () => 1,
  };
  store = new SessionStore(redis as unknown as Redis, tokens, () => now);
});

const sessions = (secret = 'secret', secure = false) => new Sessions(Buffer.from(secret), tokens, store, secure);
const cookieOf = (header: string) => header.split(';')[0] ?? '';

describe('a session of an administrator', () => {
  it('is known by its cookie, beside others, with the role that its token has now', async () => {
    const session = await store.open('t1', FROM);
    const cookie = cookieOf(sessions().cookieFor(session));
    expect(await sessions().read(`a=b; ${cookie}; c=d`)).toEqual({
      token: 't1',
      session,
      name: 'Ada',
      role: 'operator',
    });
  });

  it('ends after twelve hours, when its token is revoked, and when somebody ends it', async () => {
    const session = await store.open('t1', FROM);
    const cookie = cookieOf(sessions().cookieFor(session));
    now = 13 * HOUR_MS;
    expect(await sessions().read(cookie)).toBeUndefined();
    now = 0;
    expect(await sessions().read(cookieOf(sessions().cookieFor(await store.open('revoked', FROM))))).toBeUndefined();
    expect(await sessions().read(cookie)).toBeDefined();
    expect([await store.end(session), await store.end(session)]).toEqual([true, false]);
    expect(await sessions().read(cookie)).toBeUndefined();
  });

  it('is nobody without a signature of ours', async () => {
    const session = await store.open('t1', FROM);
    const cookie = cookieOf(sessions().cookieFor(session));
    for (const forged of [
      cookieOf(sessions('another secret').cookieFor(session)),
      cookie.slice(0, -1),
      cookie.replace(session, await store.open('t1', FROM)),
      `asyground-admin=${session}`,
      'asyground-admin=',
      '',
    ])
      expect(await sessions().read(forged), forged).toBeUndefined();
    expect(await sessions().read(undefined)).toBeUndefined();
  });

  it('is kept from scripts and other sites, and from plain HTTP where there is TLS', () => {
    expect(sessions().cookieFor('s')).toMatch(/HttpOnly; SameSite=Strict$/);
    expect(sessions('secret', true).cookieFor('s')).toMatch(/SameSite=Strict; Secure$/);
    expect(sessions().noCookie).toMatch(/^asyground-admin=; Path=\/; Max-Age=0;/);
  });

  it('is listed with who, where from and when it was last used, to the minute', async () => {
    const first = await store.open('t1', FROM);
    now = HOUR_MS;
    const second = await store.open('t1', { address: '::1', browser: 'x'.repeat(1000) });
    await store.open('revoked', FROM);
    now = 2 * HOUR_MS;
    await store.use(first);
    await store.use(first);
    expect(await store.list()).toEqual([
      { id: first, name: 'Ada', role: 'operator', ...FROM, createdAtMs: 0, seenAtMs: now },
      expect.objectContaining({ id: second, browser: 'x'.repeat(ADMIN_LIMITS.maxBrowser), seenAtMs: HOUR_MS }),
    ]);
  });

  it('gives way to newer ones when there are too many', async () => {
    const first = await store.open('t1', FROM);
    for (now = 1; now <= ADMIN_LIMITS.maxSessions; now += 1) await store.open('t1', FROM);
    expect(await store.use(first)).toBeUndefined();
    expect(await store.list()).toHaveLength(ADMIN_LIMITS.maxSessions);
  });
});
