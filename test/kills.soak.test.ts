import { afterAll, beforeAll, it } from 'vitest';
import { surviveKills } from './kills.suite';
import { freePort } from './parts';
import { startProduct, WITHOUT_CACHE, type Product } from './product';

let product: Product;
beforeAll(async () => {
  product = await startProduct(['--port', String(await freePort()), ...WITHOUT_CACHE]);
});
afterAll(async () => {
  await product?.stop();
});

it('200 random kills under load: nothing stuck, nothing twice', { timeout: 3_600_000 }, async () => {
  process.stdout.write(`${await surviveKills(product, 200, Date.now())}\n`);
});
