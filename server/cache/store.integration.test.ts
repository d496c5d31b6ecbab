import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { FolderBlobs } from '@/platform/blobs/folderBlobs';
import { useRedis } from '@/server/periodic/redis.harness';
import type { CacheEntry } from './entry';
import { CacheStore } from './store';

/** The two tiers of docs/render-api.md, 12, with a real Redis and a real folder. */

const root = mkdtempSync(path.join(tmpdir(), 'asyground-cache-'));
afterAll(() => rmSync(root, { recursive: true }));
const { connect } = useRedis();
const blobs = new FolderBlobs(root);
const keyOf = (i: number) => i.toString(16).padStart(2, '0').repeat(32);
const files = () =>
  readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

function entry(text: string): CacheEntry {
  const pieces = [{ format: 'svg', bytes: Buffer.from(text) }];
  return { outcome: { kind: 'success' }, pieces, size: text.length + 400 };
}

describe('kept renders', () => {
  let store: CacheStore;
  const redis = connect();
  const another = (limits: Partial<{ memoryBytes: number; storeBytes: number }> = {}) =>
    new CacheStore(redis, blobs, { memoryBytes: 10_000, storeBytes: 100_000, ...limits });
  beforeEach(async () => {
    await redis.flushall();
    await blobs.removeAll('cache');
    store = another();
  });
  afterAll(() => redis.disconnect());

  it('are found by other fronts and after a restart', async () => {
    await store.keep(keyOf(1), entry('picture'));
    const front = another();
    expect(front.recent(keyOf(1))).toBeUndefined();
    expect(await front.find(keyOf(1))).toEqual(entry('picture'));
    expect(front.recent(keyOf(1))).toEqual(entry('picture'));
    expect(await front.find(keyOf(2))).toBeUndefined();
  });

  it('leave the memory and the store when they are full, those used longest ago first', async () => {
    for (let i = 0; i < 10; i += 1) await store.keep(keyOf(i), entry('x'.repeat(2000)));
    expect(store.memoryBytes).toBeLessThanOrEqual(10_000);
    const small = another({ storeBytes: 7000, memoryBytes: 0 });
    await redis.zadd('{asy}:cache:use', Date.now() + 1000, keyOf(0));
    await small.keep(keyOf(20), entry('y'.repeat(2000)));
    expect(await small.find(keyOf(0))).toBeDefined();
    expect(await small.find(keyOf(20))).toBeDefined();
    expect(await small.find(keyOf(5))).toBeUndefined();
    expect(files()).toBe(await redis.zcard('{asy}:cache:use'));
    expect(Number(await redis.get('{asy}:cache:total'))).toBeLessThanOrEqual(7000);
  });

  it('that were lost or changed are as if they had never been', async () => {
    await store.keep(keyOf(1), entry('one'));
    await blobs.put(`cache/${keyOf(1)}`, Buffer.from('other'));
    expect(await another().find(keyOf(1))).toBeUndefined();
    await blobs.removeAll('cache');
    expect(await another().find(keyOf(1))).toBeUndefined();
  });

  it('are none where the limit is 0', async () => {
    const off = another({ memoryBytes: 0, storeBytes: 0 });
    await off.keep(keyOf(1), entry('one'));
    expect([off.recent(keyOf(1)), await off.find(keyOf(1)), files()]).toEqual([undefined, undefined, 0]);
  });
});
