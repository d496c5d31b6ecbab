import { readFileSync } from 'node:fs';
import net from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nativeCode } from './attack';
import { processes, processesWith } from './processes';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** What clients do to a socket, on purpose or not (docs/asyonline.md, 3 to 5 and 21). None leaks anything. */

let product: Product;
beforeAll(async () => {
  product = await startProduct(['--idle-stage1-seconds', '2', ...WITHOUT_CACHE]);
});
afterAll(async () => {
  await until('no connection and no task is left', async () => (await connections()) === 0 && (await tasks()) === 0);
  await product?.stop();
});

const connections = async () =>
  Number(/asyground_connections (\d+)/.exec(await (await fetch(`${product.url}/metrics`)).text())?.[1]);
const tasks = async () => ((await (await fetch(`${product.url}/api/health`)).json()) as { tasks: number }).tasks;
const frontPid = () =>
  processes().find((seen) => seen.command.includes('server.mjs') && seen.command.includes(product.dataFolder))?.pid ??
  0;
const frontMegabytes = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${frontPid()}/status`, 'utf8'))?.[1]) / 1024;

/** The socket below the WebSocket. */
const tcpOf = (socket: RawSocket) => (socket.socket as unknown as { _socket: net.Socket })._socket;

describe('frames', () => {
  it('closes on a text frame that is not UTF-8', async () => {
    const socket = await RawSocket.open(product);
    // A masked text frame of two bytes with an empty mask: C3 28 is no character.
    tcpOf(socket).write(Buffer.from([0x81, 0x82, 0, 0, 0, 0, 0xc3, 0x28]));
    expect(await socket.closed()).toBe(1007);
  });

  it('puts fragmented frames together', async () => {
    const socket = await RawSocket.open(product);
    const source = 'draw((0,0)--(9,9));';
    for (const part of ['add {"file', 'name":"main', '.asy"}']) socket.socket.send(part, { fin: part.endsWith('}') });
    for (let i = 0; i < source.length; i += 1)
      socket.socket.send(Buffer.from(source[i] ?? ''), { fin: i === source.length - 1, binary: true });
    socket.send('start', { main: 'main.asy' });
    expect((await socket.wait('complete')).args).toEqual({});
  });

  it('takes thousands of tiny messages', async () => {
    const socket = await RawSocket.open(product);
    for (let i = 0; i < 5000; i += 1) socket.send('options', { verbosity: i % 2 });
    socket.send('options', { verbosity: 0 }).add('main.asy', 'draw((0,0)--(9,9));').send('start', { main: 'main.asy' });
    expect((await socket.wait('complete')).args).toEqual({});
  });

  it('takes a message one byte at a time', async () => {
    const socket = await RawSocket.open(product);
    const text = Buffer.from('nonsense {}');
    const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
    for (const byte of frame) {
      tcpOf(socket).write(Buffer.of(byte));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await socket.wait('deny')).args).toMatchObject({ error: expect.stringContaining('nonsense') });
  });
});

/** Native code that makes six results of 4 MB. */
const SIX_RESULTS =
  "for i in 1 2 3 4 5 6; do (echo '<svg>'; head -c 4000000 /dev/zero | tr '\\0' x; echo '</svg>') > r$i.svg; done";

describe('clients that stop', () => {
  it('denies one that stops in the middle of add', async () => {
    const socket = await RawSocket.open(product);
    socket.send('add', { filename: 'main.asy' });
    await socket.wait('deny');
    expect(await socket.closed()).toBe(1000);
  });

  it('ends the task of one that closes its half of the connection', async () => {
    const mark = `half${Date.now()}.asy`;
    const socket = await RawSocket.open(product);
    socket.add(mark, 'while(true);').send('start', { main: mark });
    await until('it runs', () => processesWith(mark).length > 0);
    tcpOf(socket).end();
    await until('it is gone', () => processesWith(mark).length === 0);
  });

  it('keeps little in memory for one that never reads', async () => {
    const before = frontMegabytes();
    const stuck = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const socket = await RawSocket.open(product);
        for (const [name, contents] of Object.entries(nativeCode(SIX_RESULTS))) socket.add(name, contents);
        socket.send('start', { main: 'main.asy' });
        socket.socket.pause();
        return socket;
      }),
    );
    await until('their renders have ended', () => (product.log().match(/task ended/g) ?? []).length >= 8 + 4);
    // Of 24 MB for each of the eight only the result under way is kept: all of them would be 192 MB.
    expect(frontMegabytes() - before).toBeLessThan(110);
    const { ending } = await product.client().render({ files: { 'main.asy': 'draw((0,0)--(9,9));' }, main: 'main.asy' })
      .finished;
    expect(ending).toEqual({ kind: 'complete' });
    for (const socket of stuck) socket.socket.terminate();
  });
});
