import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FolderBlobs } from '@/platform/blobs/folderBlobs';
import { useRedis } from '@/server/periodic/redis.harness';
import { Ledger } from '../ledger';
import { LinkStore, type LinkBudget } from './linkStore';

/** docs/sharing.md, 6, with a real Redis and a real folder: there is an end to what is kept. */

const root = mkdtempSync(path.join(tmpdir(), 'asyground-links-'));
afterAll(() => rmSync(root, { recursive: true }));
const { connect } = useRedis();
const blobs = new FolderBlobs(root);
const who = { client: 'somebody', address: '192.0.2.1' };
const files = () =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

function contents(text: string, expiresAtMs?: number) {
  const project = { files: [{ name: 'main.asy', text }], main: 'main.asy', options: {} };
  return { title: 'A link', project, expiresAtMs };
}

describe('the room for links', () => {
  const redis = connect();
  const ample = { count: 100, bytes: 1e9 };
  const ledger = new Ledger(redis, 'links', { ofAddress: { count: 4, bytes: 3000 }, inAll: ample });
  const bookWith = (room: Partial<LinkBudget> = {}) =>
    new LinkStore(redis, blobs, ledger, { maxLinks: 3, maxBytes: 1e6, ...room });
  beforeEach(async () => {
    await redis.flushall();
    await blobs.removeAll('links');
  });
  afterAll(() => redis.disconnect());

  const make = async (store: LinkStore, text = 'draw();', expiresAtMs?: number) => {
    const made = await store.create(contents(text, expiresAtMs), who);
    return made.ok ? made.value.link.id : made.failure.code;
  };

  it('has an end, and leaves nothing of what had no room', async () => {
    const store = bookWith();
    const ids = [await make(store), await make(store), await make(store)];
    expect(await make(store)).toBe('full');
    expect(files()).toBe(3);
    expect(await store.create(contents('draw();'), who)).toMatchObject({
      failure: { message: 'No room for another link (limit of this server: 3). Delete one of yours.' },
    });
    await store.remove(ids[0] ?? '');
    expect(await make(store)).toMatch(/^[0-9a-f]{24}$/);
    expect((await store.size()).count).toBe(3);
  });

  it('is made by those whose time is over', async () => {
    const store = bookWith();
    const ended = await make(store, 'draw();', Date.now() - 1);
    await make(store);
    await make(store);
    expect(await make(store)).toMatch(/^[0-9a-f]{24}$/);
    expect(await redis.exists(`{asy}:link:${ended}`)).toBe(0);
    expect(files()).toBe(3);
  });

  it('is counted in bytes through updates and removals', async () => {
    const store = bookWith({ maxBytes: 2000 });
    const id = await make(store, 'x'.repeat(1000));
    expect(await make(store, 'x'.repeat(1000))).toBe('full');
    expect(await store.update(id, contents('x'.repeat(2000)), who)).toMatchObject({ failure: { code: 'full' } });
    expect((await store.read(id))?.project.files).toEqual([{ name: 'main.asy', text: 'x'.repeat(1000) }]);
    expect(await store.update(id, contents('x'), who)).toMatchObject({ value: { revision: 2 } });
    expect((await store.size()).bytes).toBeLessThan(200);
    expect(await make(store, 'x'.repeat(1000))).toMatch(/^[0-9a-f]{24}$/);
    for (const link of await store.list(10)) await store.remove(link.id);
    expect([await store.size(), files()]).toEqual([{ count: 0, bytes: 0 }, 0]);
  });

  it('is bounded for each address, and there again when a link is removed', async () => {
    const store = bookWith({ maxLinks: 100 });
    const ids = [await make(store), await make(store), await make(store), await make(store)];
    expect(await make(store)).toBe('too-often');
    const elsewhere = await store.create(contents('x'), { ...who, address: 'elsewhere' });
    expect(elsewhere).toHaveProperty('value.token');
    await store.remove(ids[0] ?? '');
    expect(await make(store, 'x'.repeat(3000))).toBe('too-often');
    expect(await make(store)).toMatch(/^[0-9a-f]{24}$/);
  });

  it('is not taken again by an update of a link that was removed', async () => {
    const store = bookWith();
    const id = await make(store);
    await store.remove(id);
    expect(await store.update(id, contents('late'), who)).toMatchObject({ failure: { code: 'not-found' } });
    expect([await store.size(), files()]).toEqual([{ count: 0, bytes: 0 }, 0]);
  });
});
