import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ADMISSION_LIMITS, RETENTION } from '@/core/limits';
import { emptyEnd } from '@/core/record';
import { FolderBlobs } from '@/platform/blobs/folderBlobs';
import { recordSourcesName } from '@/platform/blobs/recordSources';
import { KEYS } from '@/platform/redis/keys';
import { useRedis } from '../taskgraph/redis.harness';
import { Ledger } from '../ledger';
import { Records } from './records';
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
    records: new Records({ front: 'f', redis, connect, blobs, ledger, log }),
    store: new Store(redis, 'term'),
  };
}

// docs/queue.md, 7
it('keeps the sources of a record in the blob store, and next to nothing in Redis', async () => {
  const { redis, records } = open();
  const files = new Map([['main.asy', Buffer.alloc(128 * 1024, 'x')]]);
  const submission = { kind: 'render', main: 'main.asy', options: OPTIONS, files } as const;
  const before = await usedBytes();
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => records.submit({ door: 'render', reference: '', submission, who: WHO })),
  );
  expect(((await usedBytes()) - before) / ids.length).toBeLessThan(8 * 1024);
  for (const id of ids) expect((await blobs.get(recordSourcesName(id)))?.length).toBeGreaterThan(128 * 1024);

  async function usedBytes(): Promise<number> {
    return Number(/used_memory_dataset:(\d+)/.exec(await redis.info('memory'))?.[1]);
  }
});

it('removes in one go whatever has ended long enough ago, with its ends that nobody heard', async () => {
  const { redis, records, store } = open();
  const ids = Array.from({ length: 1200 }, (_, i) => `r${i}`);
  await Promise.all(ids.map((id) => blobs.put(recordSourcesName(id), Buffer.from('x'))));
  const outcome = { kind: 'success' } as const;
  await Promise.all(ids.map((id) => store.endRecord(id, { door: 'render', reference: '' }, outcome)));
  await records.sweep();
  expect(await redis.zcard(KEYS.recordsKept)).toBe(ids.length);
  expect(await redis.xlen(KEYS.recordEnds('render'))).toBe(ids.length);
  await records.sweep(Date.now() + (RETENTION.recordSeconds + 60) * 1000);
  expect(await redis.zcard(KEYS.recordsKept)).toBe(0);
  expect(await redis.xlen(KEYS.recordEnds('render'))).toBeLessThan(200);
  for (const id of ids) expect(await blobs.get(recordSourcesName(id))).toBeUndefined();
});

it('keeps only so many ends that nobody hears', async () => {
  const { redis, store } = open();
  const end = JSON.stringify(emptyEnd({ id: 'r', door: 'render', reference: '', outcome: { kind: 'success' } }, 0));
  const pipeline = redis.pipeline();
  for (let i = 0; i < RETENTION.recordEndsKept + 2000; i += 1)
    pipeline.xadd(KEYS.recordEnds('render'), '*', 'end', end);
  await pipeline.exec();
  await store.endRecord('last', { door: 'render', reference: '' }, { kind: 'success' });
  expect(await redis.xlen(KEYS.recordEnds('render'))).toBeLessThanOrEqual(RETENTION.recordEndsKept + 200);
});
