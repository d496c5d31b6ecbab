import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { AdminClient } from '@/test/admin';
import { startProduct, WITHOUT_CACHE, type Product } from '@/test/product';
import { until } from '@/test/until';
import { cpuMs, pidOf } from './cpu';
import { allFigures } from './figures';
import type { Section } from './report';

/**
 * What a render costs the front and the scheduler, which are one process here, and Redis. Two cores cannot draw 50 real
 * pictures a second, so the CPU time of one is measured with all backends busy, without what is spent at rest, and
 * multiplied; what is spent at rest is added.
 */

const WANTED_A_SECOND = 50;
/** Of backends that draw at once, so that two cores can be asked for as many. */
const READY = { backends: 8, pictureBytes: 24_000, warmUpSeconds: 40, seconds: 20 };
const AT_A_TIME = 4;
const REST_MS = 10_000;
const SMALL = 'draw((0,0)--(9,9));';

export async function measureShare(renders: number): Promise<Section> {
  const rows = await drawnRows(renders);
  // Alone: what rests beside it takes some of the processor's caches.
  return { title: 'What front and scheduler cost', rows: [...rows, await steady()] };
}

async function drawnRows(renders: number): Promise<Section['rows']> {
  const product = await startProduct(['--log-level', 'warn', '--self-check-every', '0', ...WITHOUT_CACHE]);
  const cached = await startProduct(['--log-level', 'warn', '--self-check-every', '0']);
  try {
    const figures = allFigures().map(({ code }) => code);
    await share(product, figures, renders / 4);
    const rest = await atRest(product);
    const real = await share(product, figures, renders);
    const small = await share(product, [SMALL], renders);
    await share(cached, figures, figures.length * 4);
    const hits = await share(cached, figures, renders * 10, false);
    return [
      row('figures of a book, drawn', real, rest, 'under 10 % of a core'),
      row('one line, drawn', small, rest, ''),
      row('figures of a book, from the cache', hits, rest, ''),
    ];
  } finally {
    await Promise.all([product.stop(), cached.stop()]);
  }
}

interface Cost {
  readonly renders: number;
  readonly seconds: number;
  readonly serverMs: number;
  readonly redisMs: number;
}

/** CPU time of both over so many. A program that differs in a comment is drawn, and not found. */
async function share(product: Product, programs: readonly string[], renders: number, fresh = true): Promise<Cost> {
  const client = product.client();
  const clock = startClock(product);
  const run = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < renders) {
      const serial = next++;
      const code = `${programs[serial % programs.length]}\n${fresh ? `// ${serial} ${run}\n` : ''}`;
      const { ending } = await client.render({ files: { 'main.asy': code }, main: 'main.asy' }).finished;
      if (ending.kind !== 'complete') throw new Error(`a render ended with ${ending.kind}`);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  return { renders, ...clock() };
}

/** The share of a core that the server takes while nobody asks for anything. */
async function atRest(product: Product): Promise<number> {
  const clock = startClock(product);
  await sleep(REST_MS);
  const { serverMs, seconds } = clock();
  return serverMs / 1000 / seconds;
}

/** 50 renders a second for a while, each over a connection of its own, by a worker whose pictures are there already. */
async function steady(): Promise<[string, string, string]> {
  const product = await startProduct([
    '--log-level',
    'warn',
    '--backends',
    '1',
    '--shell-places',
    '0',
    ...WITHOUT_CACHE,
  ]);
  await drainAll(product);
  const { backends, pictureBytes, warmUpSeconds, seconds } = READY;
  const args = ['--import', 'tsx', 'bench/readyWorker.ts', redisOf(product), String(backends), String(pictureBytes)];
  const worker = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    await once(worker.stdout, 'data');
    await atRate(product, warmUpSeconds);
    const clock = startClock(product);
    const renders = await atRate(product, seconds);
    const { serverMs, redisMs, seconds: took } = clock();
    const [server, redis] = [serverMs, redisMs].map((ms) => `${(ms / 10 / took).toFixed(1)} %`);
    const words = `${server} of a core at ${(renders / took).toFixed(1)} a second (Redis ${redis})`;
    return ['one line, by a worker that has its picture at once', words, 'under 10 % of a core'];
  } finally {
    worker.kill();
    await product.stop();
  }
}

/** Its own worker takes nothing more. */
async function drainAll(product: Product): Promise<void> {
  const admin = await AdminClient.signIn(product, product.adminToken);
  const own = () => Object.keys((admin.see('queue.backends') ?? {}) as object);
  await until('its backends are known', () => own().length > 0);
  for (const backend of own()) await admin.act('backend.drain', { backend });
  admin.close();
}

/** Its socket lies in a mount namespace of the product's. */
function redisOf(product: Product): string {
  const pid = pidOf(product, 'redis-server');
  const socket = /unixsocket:([^\0]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1] ?? '';
  return `unix:///proc/${pid}/root${socket}`;
}

async function atRate(product: Product, seconds: number): Promise<number> {
  const client = product.client();
  const renders: ReturnType<typeof client.render>['finished'][] = [];
  const startedAt = performance.now();
  for (let serial = 0; serial < seconds * WANTED_A_SECOND; serial += 1) {
    await sleep(Math.max(0, startedAt + (serial * 1000) / WANTED_A_SECOND - performance.now()));
    renders.push(client.render({ files: { 'main.asy': `${SMALL} // ${serial}` }, main: 'main.asy' }).finished);
  }
  for (const render of renders) {
    const { ending } = await render;
    if (ending.kind !== 'complete') throw new Error(`a render ended with ${ending.kind}`);
  }
  return renders.length;
}

function startClock(product: Product): () => Omit<Cost, 'renders'> {
  const pids = [pidOf(product, 'server.mjs'), pidOf(product, 'redis-server')];
  const [startedAt, before] = [performance.now(), pids.map(cpuMs)];
  return () => {
    const [serverMs = 0, redisMs = 0] = pids.map((pid, i) => cpuMs(pid) - (before[i] ?? 0));
    return { serverMs, redisMs, seconds: (performance.now() - startedAt) / 1000 };
  };
}

function row(name: string, cost: Cost, rest: number, target: string): [string, string, string] {
  const { renders, seconds, serverMs, redisMs } = cost;
  const eachMs = Math.max(0, serverMs - rest * seconds * 1000) / renders;
  const percent = (100 * (rest + (eachMs / 1000) * WANTED_A_SECOND)).toFixed(1);
  const words = `${eachMs.toFixed(2)} ms each and ${(rest * 100).toFixed(1)} % at rest`;
  const redis = `Redis ${(redisMs / renders).toFixed(2)} ms each`;
  const rate = `measured at ${(renders / seconds).toFixed(0)} a second`;
  return [name, `${percent} % of a core at ${WANTED_A_SECOND} a second (${words}; ${redis}; ${rate})`, target];
}
