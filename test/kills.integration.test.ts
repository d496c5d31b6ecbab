import { afterAll, beforeAll, it } from 'vitest';
import { surviveKills } from './kills.suite';
import { freePort } from './parts';
import { startProduct, WITHOUT_CACHE, type Product } from './product';

/** docs/queue.md, 8 and 11: the small version of the long run in kills.soak.test.ts. */

let product: Product;
beforeAll(async () => {
  // A front that comes back listens where it did.
  product = await startProduct(['--port', String(await freePort()), ...WITHOUT_CACHE]);
});
afterAll(() => product.stop());

it('8 random kills under load: nothing stuck, nothing twice', { timeout: 600_000 }, () =>
  surviveKills(product, 8, 20261116),
);
