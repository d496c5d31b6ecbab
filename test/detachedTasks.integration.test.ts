import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMISSION_LIMITS } from '@/core/limits';
import type { DetachedEnd } from '@/core/detachedTask';
import { DEFAULT_SUBMISSION_OPTIONS } from '@/core/submission/submission';
import { FolderBlobs } from '@/platform/blobs/folderBlobs';
import { Ledger } from '@/server/ledger';
import { DetachedTasks } from '@/server/queue/detachedTasks';
import { startPartAlone, startRedis, type RunningPart, type RunningRedis } from './parts';
import { startProduct, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** Batch work that records own: docs/queue.md, 7, 8 and 16. */

const blobFolder = mkdtempSync(path.join(tmpdir(), 'asyground-blobs-'));
/** Workers run as another user than this test. */
class OpenBlobs extends FolderBlobs {
  override async put(name: string, bytes: Uint8Array): Promise<void> {
    await super.put(name, bytes);
    execFileSync('chmod', ['-R', 'a+rwX', blobFolder]);
  }
}
const blobs = new OpenBlobs(blobFolder);
const ends: DetachedEnd[] = [];
let redis: RunningRedis;
let connection: Redis;
let records: DetachedTasks;
let product: Product;
const parts: RunningPart[] = [];

/** Workers apart from the front and the scheduler: one can be killed alone. */
const startWorker = () => {
  const flags = ['--role', 'worker', '--backends', '1', '--redis-url', redis.url, '--blob-folder', blobFolder];
  const worker = startPartAlone(flags);
  parts.push(worker);
  return worker;
};

beforeAll(async () => {
  chmodSync(blobFolder, 0o777);
  redis = await startRedis();
  connection = new Redis(redis.url);
  const ledger = new Ledger(connection, 'renders', ADMISSION_LIMITS.asynchronousRenders);
  const quiet = pino({ level: 'silent' });
  records = new DetachedTasks({
    front: 'test',
    redis: connection,
    connect: () => new Redis(redis.url),
    blobs,
    ledger,
    log: quiet,
  });
  records.listen('render', async (end) => {
    ends.push(end);
  });
  parts.push(startPartAlone(['--role', 'scheduler', '--redis-url', redis.url]));
  product = await startProduct(['--role', 'front', '--redis-url', redis.url, '--blob-folder', blobFolder]);
});

afterAll(async () => {
  await records.stop();
  await product.stop();
  for (const part of parts) await part.stop();
  connection.disconnect();
  redis.stop();
  rmSync(blobFolder, { recursive: true });
});

const request = (code: string, files: Record<string, string> = {}) => ({
  endpoint: 'render' as const,
  reference: `for ${code.slice(0, 20)}`,
  submission: {
    kind: 'render' as const,
    main: 'main.asy',
    files: new Map(Object.entries({ 'main.asy': code, ...files }).map(([name, text]) => [name, Buffer.from(text)])),
    options: { ...DEFAULT_SUBMISSION_OPTIONS, stderrRedir: false },
  },
  who: { client: 'someone', address: '127.0.0.1' },
});

const ended = async (id: string) => {
  await until(`${id} has ended`, () => ends.some((end) => end.id === id));
  return ends.filter((end) => end.id === id);
};

const text = async (blob: string | undefined) => (await blobs.get(blob ?? 'none'))?.toString();

describe('a detached task', () => {
  it('waits for a worker, is drawn, and leaves its picture, its files, its output and what it used', async () => {
    const id = await records.submit(
      request('file f = output("numbers.csv"); write(f, 3); close(f); write("said"); draw((0,0)--(9,9));'),
    );
    await until('it waits in its queue', async () => (await connection.lrange('{asy}:batch:wait', 0, -1)).includes(id));
    expect(await records.read(id)).toEqual({ state: 'waiting' });
    startWorker();
    const [end, ...more] = await ended(id);
    expect(more).toEqual([]);
    expect(end).toMatchObject({
      endpoint: 'render',
      reference: 'for file f = output("num',
      outcome: { kind: 'success' },
    });
    expect(end?.results.map(({ filename, format }) => [filename, format])).toEqual([['main.svg', 'svg']]);
    expect(await text(end?.results[0]?.blob)).toContain('</svg>');
    expect(end?.files.map(({ filename }) => filename)).toEqual(['numbers.csv']);
    expect(await text(end?.files[0]?.blob)).toBe('3');
    expect(await text(end?.stdout)).toBe('said\n');
    expect(end?.usage.peakMemoryBytes).toBeGreaterThan(0);
    expect(await records.read(id)).toMatchObject({ state: 'ended', end: { id } });
    // They go a moment after the end is told.
    await until('its files are gone', async () => (await connection.exists(`{asy}:task:${id}:files`)) === 0);
  });

  it('fails as any other, and is run once however often it is submitted', async () => {
    const id = await records.submit(request('write("before"); int x = ;'));
    await records.submit(request('write("before"); int x = ;'), id);
    const found = await ended(id);
    await records.submit(request('write("before"); int x = ;'), id);
    expect(found).toMatchObject([{ outcome: { kind: 'failed' }, results: [] }]);
    expect(await text(found[0]?.stderr)).toContain('syntax error');
    expect(await records.read(id)).toMatchObject({ state: 'ended' });
  });

  it('is halted for a person, runs again, and is cancelled', async () => {
    const id = await records.submit(request('while(true);'));
    await until('it runs', async () => (await records.read(id))?.state === 'running');
    const person = await RawSocket.open(product);
    person.add('main.asy', 'draw((0,0)--(9,9));').send('start', { main: 'main.asy' });
    expect((await person.wait('complete')).args).toEqual({});
    await until('it runs again', async () => (await records.read(id))?.state === 'running');
    expect(JSON.parse((await connection.hget(`{asy}:batch:${id}`, 'data')) ?? '')).toMatchObject({ halts: 1 });
    await records.cancel(id);
    expect(await ended(id)).toMatchObject([{ outcome: { kind: 'aborted' } }]);
  });

  it('survives its worker', async () => {
    const id = await records.submit(request('for (int i=0; i < 10^7; ++i) {real x = sqrt(i);} draw((0,0)--(9,9));'));
    await until('it runs', async () => (await records.read(id))?.state === 'running');
    await parts.pop()?.stop('SIGKILL');
    startWorker();
    expect(await ended(id)).toMatchObject([{ outcome: { kind: 'success' } }]);
  });

  it('is forgotten with what it left, after its time', async () => {
    const id = await records.submit(request('draw((0,0)--(9,9));'));
    const [end] = await ended(id);
    await records.sweep();
    expect(await text(end?.results[0]?.blob)).toContain('</svg>');
    await records.sweep(Date.now() + 2 * 3600 * 1000);
    expect(await text(end?.results[0]?.blob)).toBeUndefined();
  });
});
