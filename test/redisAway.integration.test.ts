import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DurableRedis } from './durableRedis';
import { startPartAlone, startRedis } from './parts';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/operating.md, "When Redis is away": every endpoint says so, none hangs, and everything goes on afterwards. */

const blobs = mkdtempSync(path.join(tmpdir(), 'asyground-blobs-'));
let redis: DurableRedis;
let product: Product;

beforeAll(async () => {
  // Parts run as a user of their own.
  chmodSync(blobs, 0o777);
  redis = await DurableRedis.start();
  const flags = ['--redis-url', redis.url, '--blob-folder', blobs, '--backends', '1'];
  product = await startProduct([...flags, '--worker-secret', 'a secret of many letters', ...WITHOUT_CACHE]);
});
afterAll(async () => {
  await product?.stop();
  await redis?.stop();
  rmSync(blobs, { recursive: true, force: true });
});

const json = (body: unknown) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const text = (body: string, headers: Record<string, string> = {}) => ({
  method: 'POST',
  headers: { 'content-type': 'text/plain', ...headers },
  body,
});
const FILES = [{ name: 'main.asy', text: 'draw((0,0)--(9,9));' }];

/** One request of each kind, all of which need Redis. */
const REQUESTS: readonly [address: string, init?: RequestInit][] = [
  ['/render', text('draw((0,0)--(9,9));')],
  ['/render', text('draw((0,0)--(8,9));', { prefer: 'respond-async' })],
  ['/render/jobs/00000000-0000-4000-8000-000000000000'],
  ['/api/links', json({ title: 'a', files: FILES, main: 'main.asy' })],
  ['/api/links/AAAAAAAAAAAA'],
  ['/s/AAAAAAAAAAAA'],
  ['/api/v1/tasks', { headers: { authorization: 'Bearer of-nobody' } }],
  ['/api/v1/tasks', json({ kind: 'external' })],
  ['/api/v1/events', { headers: { authorization: 'Bearer of-nobody' } }],
  ['/api/v1/graphs/AAAA'],
];

interface Answered {
  readonly address: string;
  readonly status: number;
  readonly retryAfter: string | null;
}

async function askAll(): Promise<Answered[]> {
  return Promise.all(
    REQUESTS.map(async ([address, init]) => {
      const answer = await fetch(product.url + address, { ...init, signal: AbortSignal.timeout(20_000) });
      await answer.arrayBuffer();
      return { address, status: answer.status, retryAfter: answer.headers.get('retry-after') };
    }),
  );
}

async function denial(): Promise<unknown> {
  const socket = await RawSocket.open(product);
  socket.add('main.asy', 'draw((0,0)--(9,9));').send('start', { main: 'main.asy' });
  await socket.closed();
  return socket.last();
}

const DENIED = { name: 'deny', args: { error: expect.stringContaining('cannot reach its database') as unknown } };

async function rendersAgain(): Promise<void> {
  const files = { 'a.asy': 'draw((0,0)--(9,9));' };
  await until('renders work', async () => {
    const { ending } = await product.client().render({ files, main: 'a.asy' }).finished;
    return ending.kind === 'complete' && !('error' in ending && ending.error);
  });
}

const health = async () => (await fetch(`${product.url}/api/health`)).json() as Promise<unknown>;

const lines = () => product.log().split('\n').length;

describe.each([
  {
    how: 'killed',
    begin: () => redis.kill(),
    end: () => redis.run(),
  },
  {
    how: 'silent',
    begin: async () => redis.signal('SIGSTOP'),
    end: async () => redis.signal('SIGCONT'),
  },
  {
    how: 'a replica',
    begin: () => command('REPLICAOF', '127.0.0.1', '1'),
    end: () => command('REPLICAOF', 'NO', 'ONE'),
  },
])('while Redis is $how', ({ begin, end }) => {
  it('answers 503 at every endpoint, says little in the log, and serves again afterwards', async () => {
    await rendersAgain();
    const before = lines();
    await begin();
    // Whoever came in the moment of the loss is answered, too: none of these may hang.
    const first = await askAll();
    expect(first.filter(({ status }) => status === 429 || status === 500)).toEqual([]);
    await until('the front knows', async () => (await askAll()).every(({ status }) => status === 503));
    const all = await askAll();
    expect(all.map(({ address, status, retryAfter }) => [address, status, retryAfter])).toEqual(
      REQUESTS.map(([address]) => [address, 503, '2']),
    );
    expect(await denial()).toMatchObject(DENIED);
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${product.url}/`)).status).toBe(200);
    expect(await health()).toMatchObject({ ok: false, alarms: [{ code: 'redis' }] });
    const printed = lines() - before;
    await end();
    await rendersAgain();
    // In each of its processes once, and that a worker ends itself when it is not heard.
    expect(printed).toBeLessThan(60);
  });
});

async function command(name: string, ...args: string[]): Promise<void> {
  const admin = new Redis(redis.url);
  await admin.call(name, args);
  admin.disconnect();
}

it('says at the start that the password is wrong, and ends', async () => {
  const guarded = await startRedis('127.0.0.1', ['--requirepass', 'right']);
  const part = startPartAlone(['--role', 'scheduler', '--redis-url', guarded.url.replace('://', '://:wrong@')]);
  try {
    await until('it has said why', async () => part.log().includes('Redis refuses the password in REDIS_URL'));
    await until('it has ended', async () => part.process.exitCode !== null);
  } finally {
    if (part.process.exitCode === null) await part.stop();
    guarded.stop();
  }
});
