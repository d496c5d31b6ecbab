import { afterAll, beforeAll, it } from 'vitest';
import { freePort } from './parts';
import { startProduct, type Product } from './product';
import { surviveKills } from './taskgraphKills.suite';

/** On a port that stays the same when the front is started again. */
let product: Product;
beforeAll(async () => {
  const port = String(await freePort());
  product = await startProduct(['--port', port, '--graph-lease-seconds', '3', '--warm-megabytes', '0']);
});
afterAll(() => product?.stop());

it('five random kills under load: what was accepted ends with success, once', { timeout: 300_000 }, () =>
  surviveKills(product, 5, Date.now()),
);
