import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCode } from './attack';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** Those who leave after the end of their task must not end the tasks of others, which live in the same slots by then. */

const LEAVING = 10;
const NEIGHBOURS = 8;
/** More than the buffers between jail and client hold, so that an end is on its way as long as nobody reads. */
const LARGE = nativeCode(`
  for i in 1 2 3 4 5 6; do (echo '<svg>'; head -c 4000000 /dev/zero | tr '\\0' x; echo '</svg>') > large$i.svg; done
`);
const NEIGHBOUR =
  'write("running"); size(3cm); draw(unitcircle); for (int i = 0; i < 5000000; ++i); label("$\\alpha$",(0,0));';

/** One level: on a busy machine nobody is cut short for having run too long. */
const FLAGS = ['--backends', '2', '--levels', '30', '--tasks-per-client', '100'];

let product: Product;
beforeAll(async () => {
  product = await startProduct([...FLAGS, ...WITHOUT_CACHE]);
});
afterAll(() => product?.stop());

const ended = () => product.log().split('"task ended"').length - 1;

async function finishUnread(): Promise<RawSocket> {
  const socket = await RawSocket.open(product);
  const before = ended();
  for (const [name, contents] of Object.entries(LARGE)) socket.add(name, contents);
  socket.send('start', { main: 'main.asy' });
  socket.socket.pause();
  await until('its task has ended', () => ended() > before);
  return socket;
}

describe('late stops', () => {
  it('reach no neighbour', async () => {
    const leaving: RawSocket[] = [];
    for (let i = 0; i < LEAVING; i += 1) leaving.push(await finishUnread());
    const neighbours = Array.from({ length: NEIGHBOURS }, async () => {
      const socket = await RawSocket.open(product);
      socket.add('main.asy', NEIGHBOUR).send('start', { main: 'main.asy' });
      await socket.wait('output');
      // While it runs, in whichever slot.
      for (const one of leaving.splice(0, Math.ceil(LEAVING / NEIGHBOURS))) one.socket.terminate();
      await socket.closed();
      return socket.last();
    });
    expect(await Promise.all(neighbours)).toEqual(
      Array.from({ length: NEIGHBOURS }, () => expect.objectContaining({ name: 'complete', args: {} })),
    );
  });
});
