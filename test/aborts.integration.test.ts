import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRandom } from '@/core/schedule/random';
import { abortAtRandom, leftovers } from './aborts';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { until } from './until';

/** The small version of `npm run soak`: everything of a task dies with it, whenever that is. */

let product: Product;
beforeAll(async () => {
  product = await startProduct(WITHOUT_CACHE);
});
afterAll(async () => {
  await product?.stop();
});

describe('aborts at random moments', () => {
  it('leave no process, no file and no task', async () => {
    await abortAtRandom(product, 50, createRandom(7));
    await until('nothing is left', () => leftovers(product).length === 0).catch(() =>
      expect(leftovers(product)).toEqual([]),
    );
    const { ending } = await product.client().render({ files: { 'main.asy': 'draw((0,0)--(9,9));' }, main: 'main.asy' })
      .finished;
    expect(ending).toEqual({ kind: 'complete' });
    const health = async () =>
      (await (await fetch(`${product.url}/api/health`)).json()) as { tasks: number; backends: { busy: number } };
    await until('no task is left', async () => (await health()).tasks === 0);
    expect(product.log()).not.toMatch(/"level":(50|60)/);
  });
});
