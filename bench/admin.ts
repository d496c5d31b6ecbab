import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type { Decision, EndedTask } from '@/core/admin/endedTask';
import { KEYS } from '@/platform/redis/keys';
import { AdminClient } from '@/test/admin';
import { startRedis } from '@/test/parts';
import { processes } from '@/test/processes';
import { startProduct } from '@/test/product';
import { cpuMs } from './cpu';
import { percentile, type Section } from './report';

/**
 * What open admin pages cost a front while 50 tasks a second go by, and how soon a change is seen. The tasks are told
 * about and not run: this machine could not run so many, and only the telling is measured.
 */

const PAGES = 100;
const TASKS_A_SECOND = 50;

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
    return {
      title: 'The admin page',
      rows: [
        [
          `${PAGES} pages, ${TASKS_A_SECOND} tasks a second`,
          `${((watched - alone) * 100).toFixed(1)} % of a core`,
          'under 10 %',
        ],
        ['a change is on the page, p50', `${percentile(delays, 0.5).toFixed(0)} ms`, ''],
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
