import { afterAll, beforeAll, expect, it } from 'vitest';
import { createRandom } from '@/core/schedule/random';
import { abortAtRandom, leftovers } from './aborts';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { until } from './until';

let product: Product;
beforeAll(async () => {
  product = await startProduct(WITHOUT_CACHE);
});
afterAll(async () => {
  await product?.stop();
});

it('1,000 aborts at random moments leave nothing', { timeout: 3_600_000 }, async () => {
  await abortAtRandom(product, 1000, createRandom(Date.now()));
  await until('nothing is left', () => leftovers(product).length === 0).catch(() =>
    expect(leftovers(product)).toEqual([]),
  );
  expect(product.log()).not.toMatch(/"level":(50|60)/);
});
