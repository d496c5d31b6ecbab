import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ADMISSION_LIMITS, RETENTION } from '@/core/limits';
import { emptyEnd } from '@/core/detachedTask';
import { FolderBlobs } from '@/platform/blobs/folderBlobs';
import { detachedSourcesName } from '@/platform/blobs/detachedSources';
import { KEYS } from '@/platform/redis/keys';
import { useRedis } from '../taskgraph/redis.harness';
import { Ledger } from '../ledger';
import { DetachedTasks } from './detachedTasks';
import { Store } from './store';

const { connect } = useRedis();
const folder = mkdtempSync(path.join(tmpdir(), 'asyground-records-'));
const blobs = new FolderBlobs(folder);
const log = pino({ level: 'silent' });
const WHO = { client: 'c', address: 'a' };
const OPTIONS = { format: 'svg', stderrRedir: false, verbosity: 0 } as const;
afterEach(async () => void (await connect().flushall()));
afterAll(() => rmSync(folder, { recursive: true }));

function open() {
  const redis = connect();
  const ledger = new Ledger(redis, 'renders', ADMISSION_LIMITS.asynchronousRenders);
  return {
    redis,
    detachedTasks: new DetachedTasks({ front: 'f', redis, connect, blobs, ledger, log }),
    store: new Store(redis, 'term'),
  };
}

// docs/queue.md, 7
it('keeps the sources of a detached task in the blob store, and next to nothing in Redis', async () => {
  const { redis, detachedTasks } = open();
  const files = new Map([['main.asy', Buffer.alloc(128 * 1024, 'x')]]);
  const submission = { kind: 'render', main: 'main.asy', options: OPTIONS, files } as const;
  const before = await usedBytes();
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => detachedTasks.submit({ endpoint: 'render', reference: '', submission, who: WHO })),
  );
  expect(((await usedBytes()) - before) / ids.length).toBeLessThan(8 * 1024);
  for (const id of ids) expect((await blobs.get(detachedSourcesName(id)))?.length).toBeGreaterThan(128 * 1024);

  async function usedBytes(): Promise<number> {
    return Number(/used_memory_dataset:(\d+)/.exec(await redis.info('memory'))?.[1]);
  }
});

it('removes in one go whatever has ended long enough ago, with its ends that nobody heard', async () => {
  const { redis, detachedTasks, store } = open();
  const ids = Array.from({ length: 1200 }, (_, i) => `r${i}`);
  await Promise.all(ids.map((id) => blobs.put(detachedSourcesName(id), Buffer.from('x'))));
  const outcome = { kind: 'success' } as const;
  await Promise.all(ids.map((id) => store.endDetached(id, { endpoint: 'render', reference: '' }, outcome)));
  await detachedTasks.sweep();
  expect(await redis.zcard(KEYS.detachedKept)).toBe(ids.length);
  expect(await redis.xlen(KEYS.detachedEnds('render'))).toBe(ids.length);
  await detachedTasks.sweep(Date.now() + (RETENTION.detachedSeconds + 60) * 1000);
  expect(await redis.zcard(KEYS.detachedKept)).toBe(0);
  expect(await redis.xlen(KEYS.detachedEnds('render'))).toBeLessThan(200);
  for (const id of ids) expect(await blobs.get(detachedSourcesName(id))).toBeUndefined();
});

it('keeps only so many ends that nobody hears', async () => {
  const { redis, store } = open();
  const end = JSON.stringify(emptyEnd({ id: 'r', endpoint: 'render', reference: '', outcome: { kind: 'success' } }, 0));
  const pipeline = redis.pipeline();
  for (let i = 0; i < RETENTION.detachedEndsKept + 2000; i += 1)
    pipeline.xadd(KEYS.detachedEnds('render'), '*', 'end', end);
  await pipeline.exec();
  await store.endDetached('last', { endpoint: 'render', reference: '' }, { kind: 'success' });
  expect(await redis.xlen(KEYS.detachedEnds('render'))).toBeLessThanOrEqual(RETENTION.detachedEndsKept + 200);
});
