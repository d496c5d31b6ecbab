import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Decision, EndedTask } from '@/core/admin/endedTask';
import type { FailureHead } from '@/core/admin/failure';
import type { WorkerHeartbeat } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';
import { AdminClient } from '@/test/admin';
import { startRedis } from '@/test/parts';
import { processes } from '@/test/processes';
import { startProduct, type Product } from '@/test/product';
import { cpuMs } from './cpu';
import { percentile, type Section } from './report';

/**
 * What open admin pages cost a front while 50 tasks a second go by, and how soon a change is seen, failures are found and a webhook is told. The tasks are told
 * about and not run: this machine could not run so many, and only the telling is measured.
 */

const PAGES = 100;
const TASKS_A_SECOND = 50;
const FAILURES = 100_000;

export async function measureAdmin(seconds: number): Promise<Section> {
  const redis = await startRedis();
  const teller = new Redis(redis.url);
  const product = await startProduct(['--redis-url', redis.url, '--log-level', 'warn']);
  const pages: AdminClient[] = [];
  try {
    const server = processes().find(
      ({ command }) => command.includes('server.mjs') && command.includes(product.dataFolder),
    );
    const pid = server?.pid ?? 0;
    const alone = await cpuShare(pid, seconds, () => tell(teller, seconds));
    for (let i = 0; i < PAGES; i += 1) pages.push(await AdminClient.signIn(product, product.adminToken));
    const watched = await cpuShare(pid, seconds, () => tell(teller, seconds));
    const delays = await measureDelays(teller, pages[0] as AdminClient, 20);
    const searches = await measureSearches(teller, product);
    const webhookMs = await measureWebhook(teller, pages[0] as AdminClient);
    return {
      title: 'The admin page',
      rows: [
        [
          `${PAGES} pages, ${TASKS_A_SECOND} tasks a second`,
          `${((watched - alone) * 100).toFixed(1)} % of a core`,
          'under 10 %',
        ],
        ['a change is on the page, p50', `${percentile(delays, 0.5).toFixed(0)} ms`, ''],
        [
          `search over ${FAILURES.toLocaleString('en')} failures, p95`,
          `${searches.p95Ms.toFixed(0)} ms`,
          'at most 200 ms',
        ],
        ['the same, the first after nobody asked for long', `${searches.firstMs.toFixed(0)} ms`, ''],
        ['a webhook has come after its alarm, largest of 5', `${webhookMs.toFixed(0)} ms`, 'within 2 s'],
        ['a change is on the page, p95', `${percentile(delays, 0.95).toFixed(0)} ms`, 'within 1 s'],
      ],
    };
  } finally {
    for (const page of pages) page.close();
    await product.stop();
    teller.disconnect();
    redis.stop();
  }
}

/** Searches as the page sends them, from the question to the answer: the store is full, and so is the answer. */
async function measureSearches(redis: Redis, product: Product): Promise<{ firstMs: number; p95Ms: number }> {
  const causes = ['failed', 'time-limit', 'memory-limit', 'no-image'];
  for (let from = 0; from < FAILURES; from += 1000) {
    const pipeline = redis.pipeline();
    for (let i = from; i < from + 1000; i += 1) {
      const head: FailureHead = {
        ...{ task: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`, taskClass: ['fast', 'slow'][i % 2] ?? '' },
        ...{ client: `cookie:${i % 500}`, address: `10.0.${i % 7}.${i % 250}`, owner: 'connection' },
        ...{ backend: `w-bench.${i % 16}`, cause: causes[i % causes.length] ?? '', endedAtMs: Date.now() - i },
        ...{
          message: `no matching variable 'x${i % 300}'`,
          source: i.toString(16).padStart(16, '0'),
          waitMs: i,
          runMs: 9,
        },
      };
      pipeline.xadd(KEYS.failures, '*', 'head', JSON.stringify(head));
    }
    await pipeline.exec();
  }
  const page = await AdminClient.signIn(product, product.adminToken);
  const search = async (query: string) => {
    const startedAt = performance.now();
    await page.ask('failures.find', { query });
    return performance.now() - startedAt;
  };
  const firstMs = await search('class:slow');
  const queries = [
    '',
    'class:slow cause:timeout',
    'client:cookie:77 older:1s',
    'variable',
    '-class:fast x29',
    'nowhere',
  ];
  const took: number[] = [];
  for (let i = 0; i < 60; i += 1) took.push(await search(queries[i % queries.length] ?? ''));
  page.close();
  return { firstMs, p95Ms: percentile(took, 0.95) };
}

/** From the moment in which two workers differ in their version to the request. */
async function measureWebhook(redis: Redis, page: AdminClient): Promise<number> {
  let onHeard: () => void = () => undefined;
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(204).end();
      if (request.headers['x-asyground-event'] === 'firing') onHeard();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const settings = { url, afterSeconds: 0, pauseSeconds: 0, severeOnly: false, maxWaitSeconds: 0, maxFailedPercent: 0 };
  await page.act('webhook.add', settings);
  const took: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const worker = `w-strange-${i}`;
    const heard = new Promise<void>((resolve) => (onHeard = resolve));
    const heartbeat: WorkerHeartbeat = {
      ...{ worker, hostKey: worker, backends: [], busy: {}, host: 'elsewhere', startedAtMs: 0, version: '0.0.1' },
      ...{ toolchain: 'asy-2.47', differing: [], walls: { root: true, cgroup: 'v2', held: 47 } },
    };
    const startedAt = performance.now();
    await redis.multi().set(KEYS.worker(worker), JSON.stringify(heartbeat)).sadd(KEYS.workers, worker).exec();
    await heard;
    took.push(performance.now() - startedAt);
    await redis.multi().del(KEYS.worker(worker)).srem(KEYS.workers, worker).exec();
    await sleep(2500);
  }
  receiver.close();
  return Math.max(...took);
}

async function tell(redis: Redis, seconds: number): Promise<void> {
  const startedAt = performance.now();
  for (let i = 0; i < seconds * TASKS_A_SECOND; i += 1) {
    await tellOne(redis, `bench-${i}`);
    const dueMs = ((i + 1) / TASKS_A_SECOND) * 1000 - (performance.now() - startedAt);
    if (dueMs > 0) await sleep(dueMs);
  }
}

async function tellOne(redis: Redis, task: string): Promise<void> {
  const nowMs = Date.now();
  const common = { taskClass: 'fast', client: 'cookie:bench', address: '127.0.0.1', owner: 'connection' as const };
  const ended: EndedTask = {
    ...{ task, ...common, outcome: 'success', halts: 0, restarts: 0, durationSeconds: 3, backend: 'w-bench.1' },
    ...{ submittedAtMs: nowMs - 120, startedAtMs: nowMs - 100, endedAtMs: nowMs, startMode: 'warm' },
    timings: { queue: 3, handover: 1, asy: 40, typesetting: 30, converting: 20, collecting: 1 },
  };
  const decided: Decision = {
    atMs: nowMs,
    kind: 'permit',
    task,
    taskClass: 'fast',
    reason: { code: 'started', values: { seconds: 3 } },
  };
  await redis
    .pipeline()
    .xadd(KEYS.ended, 'MAXLEN', '~', 500, '*', 'task', JSON.stringify(ended))
    .xadd(KEYS.decisions, 'MAXLEN', '~', 500, '*', 'decision', JSON.stringify(decided))
    .exec();
}

async function measureDelays(redis: Redis, page: AdminClient, rounds: number): Promise<number[]> {
  const delays: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const task = `seen-${i}`;
    const startedAt = performance.now();
    await tellOne(redis, task);
    await new Promise<void>((resolve) => {
      const look = () => {
        if (!JSON.stringify(page.see('ended')).includes(`"${task}"`)) return;
        page.socket.off('change', look);
        resolve();
      };
      page.socket.on('change', look);
    });
    delays.push(performance.now() - startedAt);
  }
  return delays;
}

async function cpuShare(pid: number, seconds: number, meanwhile: () => Promise<void>): Promise<number> {
  const before = cpuMs(pid);
  const startedAt = performance.now();
  await meanwhile();
  await new Promise((resolve) => setTimeout(resolve, Math.max(0, seconds * 1000 - (performance.now() - startedAt))));
  return (cpuMs(pid) - before) / (performance.now() - startedAt);
}
