import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/asyonline.md, 11 to 14, over a real socket and the real content store. */

let product: Product;
beforeAll(async () => {
  product = await startProduct(['--restore-seconds', '2']);
});
afterAll(async () => {
  await product?.stop();
});

const open = () => RawSocket.open(product, 'asyonline.asy+restore');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
let serial = 0;
/** Contents nobody has sent before. */
const fresh = () => `draw((0,0)--(10,${(serial += 1)})); // ${Date.now()}`;

async function remember(source: string): Promise<void> {
  const socket = await open();
  socket.send('add', { filename: 'main.asy', hash: sha256(source) }, source).send('start', { main: 'main.asy' });
  expect((await socket.wait('complete')).args).toEqual({});
}

describe('restore', () => {
  it('11: brings contents back by their hash, under another name, in any case of the hex', async () => {
    const source = fresh();
    await remember(source);
    const socket = await open();
    socket
      .send('add', { filename: 'other.asy', hash: sha256(source).toUpperCase(), restore: true })
      .send('start', { main: 'other.asy' });
    await socket.closed();
    expect(socket.names()).toEqual(['output', 'result', 'complete']);
  });

  it('13: names what is missing once, and takes it then', async () => {
    const [known, unknown] = [fresh(), fresh()];
    await remember(known);
    const socket = await open();
    socket
      .send('add', { filename: 'a.asy', hash: sha256(known), restore: true })
      .send('add', { filename: 'b.asy', hash: sha256(unknown).toUpperCase(), restore: true })
      .send('start', { main: 'b.asy' });
    expect((await socket.wait('missing')).args).toEqual([{ filename: 'b.asy', hash: sha256(unknown) }]);
    socket.send('add', { filename: 'b.asy', hash: sha256(unknown) }, unknown).send('start', { main: 'b.asy' });
    expect((await socket.wait('complete')).args).toEqual({});
  });

  it('13: a second unresolved restore is denied', async () => {
    const socket = await open();
    const lost = { filename: 'a.asy', hash: sha256(fresh()), restore: true };
    socket.send('add', lost).send('start', { main: 'a.asy' });
    await socket.wait('missing');
    socket.send('start', { main: 'a.asy' });
    await socket.wait('deny');
    expect(await socket.closed()).toBe(1000);
  });

  it('11: denies contents that do not match their hash, and forgets in time', async () => {
    const wrong = await open();
    wrong.send('add', { filename: 'a.asy', hash: sha256('x') }, 'y');
    await wrong.wait('deny');
    const source = fresh();
    await remember(source);
    await until('it is forgotten', async () => {
      const socket = await open();
      // A hash that nobody uses is not refreshed by asking for another.
      await sleep(2100);
      socket.send('add', { filename: 'a.asy', hash: sha256(source), restore: true }).send('start', { main: 'a.asy' });
      await until('an answer', () => socket.received.length > 0);
      return socket.received[0]?.name === 'missing';
    });
  });

  it('12: without +restore the hash is ignored and restore is refused', async () => {
    const plain = await RawSocket.open(product, 'asyonline.asy');
    plain.send('add', { filename: 'a.asy', restore: true, hash: sha256('x') });
    expect((await plain.wait('deny')).args).toEqual({ error: "'restore' not enabled" });
    const ignored = await RawSocket.open(product, 'asyonline.asy');
    ignored
      .send('add', { filename: 'a.asy', hash: 'nonsense' }, 'draw((0,0)--(1,1));')
      .send('start', { main: 'a.asy' });
    expect((await ignored.wait('complete')).args).toEqual({});
  });

  it('a shell that restored sends its first output before it takes input (22)', async () => {
    const source = 'int seven = 7;';
    await remember(`${source} draw((0,0)--(9,9));`);
    const socket = await RawSocket.open(product, 'asyonline.asy.interactive+restore', '/asy/interactive');
    socket
      .send('add', { filename: 'm.asy', hash: sha256(`${source} draw((0,0)--(9,9));`), restore: true })
      .send('start');
    await socket.wait('output');
    socket.send('input', {}, 'import m; write(seven);\n');
    await until('the answer', () => socket.output().includes('7\n'));
    socket.socket.close();
    const hasty = await RawSocket.open(product, 'asyonline.asy.interactive+restore', '/asy/interactive');
    hasty
      .send('add', { filename: 'm.asy', hash: sha256(`${source} draw((0,0)--(9,9));`), restore: true })
      .send('start')
      .send('input', {}, 'x');
    await hasty.wait('deny');
  });
});
