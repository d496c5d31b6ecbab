import type { Redis } from 'ioredis';
import { beforeEach, describe, expect, it } from 'vitest';
import { CONFIGURED_TOKEN, FIRST_TOKEN, TokenStore } from './tokens';

let kept: Map<string, string>;
let store: TokenStore;

beforeEach(() => {
  kept = new Map();
  store = new TokenStore({
    hgetall: async () => Object.fromEntries(kept),
    hget: async (_key: string, id: string) => kept.get(id) ?? null,
    hset: async (_key: string, id: string, text: string) => void kept.set(id, text),
    hdel: async (_key: string, id: string) => Number(kept.delete(id)),
  } as unknown as Redis);
});

describe('a token of an administrator', () => {
  it('is recognised with the name and the role it was made for', async () => {
    const { id, token } = await store.create('Ada', 'operator');
    expect(await store.recognise(token)).toMatchObject({ id, name: 'Ada', role: 'operator' });
    expect(await store.list()).toEqual([await store.find(id)]);
  });

  it('cannot be read from what is kept', async () => {
    const { token } = await store.create('Ada', 'admin');
    const [, secret = ''] = token.split('.');
    expect(secret).not.toBe('');
    expect(JSON.stringify([...kept])).not.toContain(secret);
  });

  it('is found without an id if an operator chose it, or if it is the first', async () => {
    await store.keep(CONFIGURED_TOKEN, 'configured', 'admin', 'a.word.of.my.own');
    await store.keep(FIRST_TOKEN, 'first', 'admin', 'the first one');
    expect(await store.recognise('a.word.of.my.own')).toMatchObject({ id: CONFIGURED_TOKEN });
    expect(await store.recognise('the first one')).toMatchObject({ id: FIRST_TOKEN });
  });

  it('is none with another secret, and none after it was revoked', async () => {
    const { id, token } = await store.create('Ada', 'admin');
    for (const wrong of ['', '.', id, `${id}.`, `${token}x`, token.slice(0, -1), `x${token}`])
      expect(await store.recognise(wrong), wrong).toBeUndefined();
    expect(await store.revoke(id)).toBe(true);
    expect(await store.revoke(id)).toBe(false);
    expect(await store.recognise(token)).toBeUndefined();
  });

  it('is passed over where what is kept is not one', async () => {
    kept.set('broken', '{"role":"emperor"}');
    const { id } = await store.create('Ada', 'viewer');
    expect((await store.list()).map((row) => row.id)).toEqual([id]);
    expect(await store.find('broken')).toBeUndefined();
  });
});
