import { describe, expect, it } from 'vitest';
import { Sessions } from './sessions';
import type { TokenStore } from './tokens';

const known = new Map([['t1', { id: 't1', name: 'Ada', role: 'operator' as const, createdAtMs: 0 }]]);
const store = { find: async (id: string) => known.get(id) } as unknown as TokenStore;
const sessions = (secret = 'secret', secure = false) => new Sessions(Buffer.from(secret), store, secure);
const cookieOf = (header: string) => header.split(';')[0] ?? '';
const HOUR_MS = 3_600_000;

describe('a session of an administrator', () => {
  it('is known by its cookie, beside others, with the role that its token has now', async () => {
    const cookie = cookieOf(sessions().cookieFor('t1', 0));
    expect(await sessions().read(`a=b; ${cookie}; c=d`, HOUR_MS)).toEqual({
      token: 't1',
      name: 'Ada',
      role: 'operator',
    });
  });

  it('ends after twelve hours, and when its token is revoked', async () => {
    const cookie = cookieOf(sessions().cookieFor('t1', 0));
    expect(await sessions().read(cookie, 13 * HOUR_MS)).toBeUndefined();
    expect(await sessions().read(cookieOf(sessions().cookieFor('revoked', 0)), 0)).toBeUndefined();
  });

  it('is nobody without a signature of ours', async () => {
    const cookie = cookieOf(sessions().cookieFor('t1', 0));
    for (const forged of [
      cookieOf(sessions('another secret').cookieFor('t1', 0)),
      cookie.slice(0, -1),
      cookie.replace('t1', 't2'),
      cookie.replace(/\.\d+\./, `.${100 * HOUR_MS}.`),
      'asyground-admin=t1',
      'asyground-admin=',
      '',
    ])
      expect(await sessions().read(forged, 0), forged).toBeUndefined();
    expect(await sessions().read(undefined, 0)).toBeUndefined();
  });

  it('is kept from scripts and other sites, and from plain HTTP where there is TLS', () => {
    expect(sessions().cookieFor('t1')).toMatch(/HttpOnly; SameSite=Strict$/);
    expect(sessions('secret', true).cookieFor('t1')).toMatch(/SameSite=Strict; Secure$/);
    expect(sessions().noCookie).toMatch(/^asyground-admin=; Path=\/; Max-Age=0;/);
  });
});
