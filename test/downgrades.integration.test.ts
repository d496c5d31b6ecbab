import { afterAll, beforeAll, expect, it } from 'vitest';
import { startProduct, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/queue.md, 5: a limit that is lowered in the very moment a task starts is in force too. */

let product: Product;
beforeAll(async () => {
  product = await startProduct(['--backends', '2', '--levels', '0.5,30', '--tasks-per-client', '20']);
});
afterAll(async () => {
  await product?.stop();
});

it('holds whoever starts while others wait to the shortest level', async () => {
  const sockets = await Promise.all(Array.from({ length: 16 }, () => RawSocket.open(product)));
  sockets.forEach((socket, i) => socket.add('main.asy', `while(true); // ${i}`).send('start', { main: 'main.asy' }));
  const ended: string[] = [];
  for (const socket of sockets)
    void socket.wait('complete').then(
      ({ args }) => ended.push((args as { error: string }).error),
      () => undefined,
    );
  // The last two may have all the time there is, since nobody waits behind them.
  await until('all but the last two have ended', () => ended.length === sockets.length - 2, 25_000);
  expect(new Set(ended).size).toBe(1);
  for (const socket of sockets) socket.socket.terminate();
});
