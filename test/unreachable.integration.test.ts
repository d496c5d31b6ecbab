import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort, startPartAlone, startRedis, type RunningPart, type RunningRedis } from './parts';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/**
 * docs/several-machines.md: a front that cannot reach the backends. Here it does not know the workers' secret, so that its
 * connections fail though the worker is well.
 */

const SECRET = 'a secret of many letters';
const blobs = mkdtempSync(path.join(tmpdir(), 'asyground-blobs-'));
let redis: RunningRedis;
const parts: RunningPart[] = [];
const fronts: Product[] = [];

const shared = () => ['--redis-url', redis.url, '--blob-folder', blobs];

async function front(secret: string): Promise<Product> {
  const flags = ['--role', 'front', ...shared(), '--worker-secret', secret, ...WITHOUT_CACHE];
  const started = await startProduct(flags);
  fronts.push(started);
  return started;
}

beforeAll(async () => {
  // Parts run as a user of their own.
  chmodSync(blobs, 0o777);
  redis = await startRedis();
  parts.push(startPartAlone(['--role', 'scheduler', ...shared()]));
  const address = ['--worker-address', `127.0.0.1:${await freePort()}`, '--worker-secret', SECRET];
  parts.push(startPartAlone(['--role', 'worker', '--backends', '1', ...address, ...shared()]));
});
afterAll(async () => {
  for (const one of fronts) await one.stop();
  for (const part of parts) await part.stop();
  redis?.stop();
  rmSync(blobs, { recursive: true, force: true });
});

async function start(product: Product, source: string): Promise<RawSocket> {
  const socket = await RawSocket.open(product);
  return socket.add('main.asy', source).send('options', { duration: 3 }).send('start', { main: 'main.asy' });
}

it('ends its own tasks with words, and holds up nobody else', async () => {
  const [well, cutOff] = [await front(SECRET), await front('another secret of many letters')];
  const health = async () => (await (await fetch(`${well.url}/api/health`)).json()) as { tasks: number };
  await until('a worker has joined', async () => (await render(well, 'write("ready");')) !== undefined);
  const busy = await start(well, 'while (true) usleep(1000);');
  await busy.wait('output');
  const asked = await fetch(`${cutOff.url}/render`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain', prefer: 'respond-async' },
    body: 'draw((0,0)--(9,9)); // owned by a record',
  });
  expect(asked.status).toBe(202);
  const lost = await start(cutOff, 'draw((0,0)--(9,9));');
  await lost.wait('queue');
  const kept = await start(well, 'draw((0,0)--(9,9));');
  await kept.wait('queue');
  // The one that holds the backend is not touched by what becomes of the others.
  expect((await busy.wait('complete')).args).toEqual({ error: 'Execution aborted due to the time limit (3.0s)' });
  await lost.closed();
  expect(lost.last()).toMatchObject({ name: 'deny', args: { error: 'Server error' } });
  expect((await kept.wait('complete')).args).toEqual({});
  const { pathname } = new URL(asked.headers.get('location') ?? '', cutOff.url);
  const owned = await until('the render of a record is done', async () => {
    const answer = await fetch(well.url + pathname);
    return answer.status === 202 ? undefined : answer;
  });
  expect([owned.status, owned.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  await until('no task is left', async () => (await health()).tasks === 0);
});

async function render(product: Product, source: string): Promise<unknown> {
  const ending = await product.client().render({ files: { 'main.asy': source }, main: 'main.asy' }).finished;
  return ending.ending.kind === 'complete' ? ending : undefined;
}
