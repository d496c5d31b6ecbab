import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DurableRedis } from './durableRedis';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { until } from './until';

/**
 * docs/queue.md, 20 and 21: data that went backwards. Redis comes back with an older copy of its data, or with none, while
 * clients render: what was lost is said, nothing is stuck, and service goes on without anybody being restarted.
 */

const FIGURE = 'draw((0,0)--(9,9));';
const CLIENTS = 3;
let redis: DurableRedis;
let product: Product;

beforeAll(async () => {
  redis = await DurableRedis.start();
  product = await startProduct(['--redis-url', redis.url, '--backends', '2', ...WITHOUT_CACHE]);
});
afterAll(async () => {
  await product?.stop();
  await redis?.stop();
});

const render = async (source: string) =>
  (
    await product.client().render({ files: { 'a.asy': source }, main: 'a.asy', options: { durationSeconds: 3 } })
      .finished
  ).ending;

async function underLoad(whatHappens: () => Promise<void>): Promise<string[]> {
  const endings: string[] = [];
  let over = false;
  const client = async () => {
    while (!over) {
      const ending = await render(`for (int i = 0; i < 10^5; ++i) { real x = sqrt(i); } ${FIGURE}`);
      endings.push('error' in ending && ending.error ? `${ending.kind}: ${ending.error}` : ending.kind);
      // Without Redis everybody is denied at once; hammering proves nothing.
      if (ending.kind !== 'complete') await sleep(100);
    }
  };
  const clients = Array.from({ length: CLIENTS }, client);
  await until('renders end', () => endings.length >= 2 * CLIENTS);
  await whatHappens();
  const before = endings.length;
  await until('renders end again', () => endings.slice(before).filter((ending) => ending === 'complete').length >= 6);
  over = true;
  await Promise.all(clients);
  return endings;
}

async function isAtRest(): Promise<boolean> {
  const health = (await (await fetch(`${product.url}/api/health`)).json()) as {
    ok: boolean;
    tasks: number;
    backends: { total: number; busy: number };
  };
  return health.ok && health.tasks === 0 && health.backends.busy === 0 && health.backends.total === 2;
}

const ALLOWED =
  /^(?:complete(?:: Server error)?|denied: Server error|denied: The service cannot reach its database.*)$/;

describe('Redis', () => {
  it('comes back with the data of a moment ago', async () => {
    const endings = await underLoad(async () => {
      redis.copyData();
      const workers = product.log().split('this scheduler leads').length;
      await until('some more have ended since', async () => (await render(FIGURE)).kind === 'complete');
      await redis.rollBack();
      await until('a scheduler leads', () => product.log().split('this scheduler leads').length > workers);
    });
    expect(endings.filter((ending) => !ALLOWED.test(ending))).toEqual([]);
    await until('nothing is left', isAtRest, 30_000);
  });

  it('is emptied', async () => {
    const endings = await underLoad(() => redis.empty());
    expect(endings.filter((ending) => !ALLOWED.test(ending))).toEqual([]);
    await until('nothing is left', isAtRest, 30_000);
    expect(product.log()).not.toContain('bug:');
  });
});
