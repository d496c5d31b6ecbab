import { setTimeout as sleep } from 'node:timers/promises';
import { startProduct, WITHOUT_CACHE, type Product } from '@/test/product';
import { cpuMs, pidOf } from './cpu';
import { allFigures } from './figures';
import type { Section } from './report';

/**
 * What a render costs the front and the scheduler, which are one process here, and Redis. Two cores cannot draw 50 real
 * pictures a second, so the CPU time of one is measured with all backends busy, without what is spent at rest, and
 * multiplied; what is spent at rest is added.
 */

const WANTED_A_SECOND = 50;
const AT_A_TIME = 4;
const REST_MS = 10_000;
const SMALL = 'draw((0,0)--(9,9));';

export async function measureShare(renders: number): Promise<Section> {
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
    return {
      title: 'What front and scheduler cost',
      rows: [
        row('figures of a book, drawn', real, rest, 'under 10 % of a core'),
        row('one line, drawn', small, rest, ''),
        row('figures of a book, from the cache', hits, rest, ''),
      ],
    };
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
