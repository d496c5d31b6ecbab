import { createHash } from 'node:crypto';
import http from 'node:http';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product';
import { processesWith } from './processes';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/asyonline.md over a real socket; the numbers are that page's. */

let product: Product;
beforeAll(async () => {
  product = await startProduct([
    '--idle-stage1-seconds',
    '1.5',
    '--ping-interval-seconds',
    '0.3',
    '--allowed-origins',
    'https://wiki.example',
  ]);
});
afterAll(async () => {
  await product?.stop();
});

const FIGURE = 'draw((0,0)--(100,100));';

/** The answer to an upgrade that is refused. */
function handshake(path: string, headers: Record<string, string>): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const request = http.get(product.url + path, {
      headers: {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
        'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        ...headers,
      },
    });
    request.on('upgrade', (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode ?? 0, body: String(response.headers['sec-websocket-protocol']) });
    });
    request.on('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    request.on('error', reject);
  });
}

async function render(source: string, options: Record<string, unknown> = {}): Promise<RawSocket> {
  const socket = await RawSocket.open(product);
  socket.add('main.asy', source).send('options', options).send('start', { main: 'main.asy' });
  await socket.closed();
  return socket;
}

describe('handshake', () => {
  it('1: chooses the first name of the client that the path speaks', async () => {
    expect(await handshake('/asy', { 'sec-websocket-protocol': 'x, asyonline.asy+restore, asyonline.asy' })).toEqual({
      status: 101,
      body: 'asyonline.asy+restore',
    });
    expect(
      (await handshake('/asy/interactive', { 'sec-websocket-protocol': 'asyonline.asy.interactive' })).status,
    ).toBe(101);
  });

  it('1: refuses with 400 and words, and with 404 where nobody is', async () => {
    for (const headers of [{}, { 'sec-websocket-protocol': 'asyonline.asy.interactive' }]) {
      const refused = await handshake('/asy', headers as Record<string, string>);
      expect(refused.status).toBe(400);
      expect(refused.body).toContain('asyonline.asy+restore');
    }
    expect((await handshake('/nowhere', { 'sec-websocket-protocol': 'asyonline.asy' })).status).toBe(404);
  });

  it('2: renders for a page of any origin', async () => {
    for (const origin of [product.url, 'https://wiki.example', 'https://elsewhere.example', 'null']) {
      const socket = await RawSocket.open(product, 'asyonline.asy', '/asy', { origin });
      socket.add('main.asy', FIGURE).send('start', { main: 'main.asy' });
      expect([origin, (await socket.wait('result')).args]).toEqual([
        origin,
        expect.objectContaining({ format: 'svg' }),
      ]);
      await socket.closed();
    }
  });

  it('2: keeps the socket of the page to our own pages and the allow-list', async () => {
    const page = (origin: string) =>
      handshake('/socket.io/?EIO=4&transport=websocket', { origin }).then(
        ({ status }) => status,
        () => 'disconnected',
      );
    expect(await page(product.url)).toBe(101);
    expect(await page('https://wiki.example')).toBe(101);
    for (const origin of ['https://elsewhere.example', 'null']) expect(await page(origin)).toBe('disconnected');
  });

  it('4: does not negotiate compression', async () => {
    const socket = await RawSocket.open(product);
    expect(socket.socket.extensions).toBe('');
    socket.socket.close();
  });
});

describe('limits of a connection', () => {
  it('5: denies sources over the limit with words, and closes past the frame cap with 1009', async () => {
    const over = await RawSocket.open(product);
    over.add('main.asy', Buffer.alloc(513 * 1024, 0x20));
    expect((await over.wait('deny')).args).toMatchObject({ error: expect.stringContaining('524288') });
    expect(await over.closed()).toBe(1000);
    const data = await RawSocket.open(product);
    data.add('data.csv', Buffer.alloc(8 * 1024 * 1024 + 1, 0x20));
    expect((await data.wait('deny')).args).toMatchObject({ error: expect.stringContaining('8388608') });
    const huge = await RawSocket.open(product);
    huge.add('main.asy', Buffer.alloc(17 * 1024 * 1024));
    expect(await huge.closed()).toBe(1009);
  });

  it('5, 11: takes large data, packed or not, and remembers it', async () => {
    const data = Buffer.from('1.5\n'.repeat(500_000));
    const hash = createHash('sha256').update(data).digest('hex');
    const program = 'real[] a=input("data.txt"); write(a.length); draw((0,0)--(a[499999],1));';
    const drawn = async (args: object, bytes?: Buffer) => {
      const socket = await RawSocket.open(product, 'asyonline.asy+restore');
      socket.send('add', { filename: 'data.txt', hash, ...args }, bytes);
      socket.add('main.asy', program).send('start', { main: 'main.asy' });
      await socket.closed();
      return [socket.output(), socket.names().filter((name) => name === 'result').length];
    };
    expect(await drawn({ encoding: 'deflate' }, deflateSync(data))).toEqual(['500000\n', 1]);
    expect(await drawn({ restore: true })).toEqual(['500000\n', 1]);
    expect(await drawn({}, data)).toEqual(['500000\n', 1]);
  });

  it('7: denies a client that is idle in stage 1, and keeps one that answers pings', async () => {
    const idle = await RawSocket.open(product);
    expect((await idle.wait('deny')).args).toMatchObject({ error: expect.stringContaining('1.5') });
    expect(await idle.closed()).toBe(1000);
  });

  it('7: drops a peer that misses two pings', async () => {
    const connections = async () =>
      Number(/asyground_connections (\d+)/.exec(await (await fetch(`${product.url}/metrics`)).text())?.[1]);
    await until('no connection is left', async () => (await connections()) === 0);
    const socket = await RawSocket.open(product);
    // In stage 2 only the pings can end it; a paused socket answers none.
    socket.add('main.asy', 'while(true);').send('options', { duration: 30 }).send('start', { main: 'main.asy' });
    await socket.wait('output');
    socket.socket.pause();
    expect(await connections()).toBe(1);
    await until('the server drops it', async () => (await connections()) === 0);
    socket.socket.terminate();
  });
});

describe('a render', () => {
  it('16, 18, 20: empty output, result, complete, close 1000, in this order', async () => {
    const socket = await render(FIGURE);
    expect(socket.names()).toEqual(['output', 'result', 'complete']);
    expect(socket.received[0]).toMatchObject({ args: { stream: 'stdout' }, bytes: Buffer.alloc(0) });
    expect(socket.received[1]).toMatchObject({ args: { format: 'svg' } });
    expect(socket.last()).toEqual({ name: 'complete', args: {} });
    expect(socket.closeCode).toBe(1000);
  });

  it('8, 17: stderr is merged by default and separate when asked', async () => {
    const source = 'write("one"); write(stdout,"two\\n"); int x = 1; x();';
    const merged = await render(source);
    expect(merged.output('stderr')).toBe('');
    expect(merged.output()).toContain('main.asy: 1.');
    const apart = await render(source, { stderrRedir: false });
    expect(apart.output('stderr')).toContain('main.asy: 1.');
    expect(apart.output()).not.toContain('main.asy: 1.');
  });

  it('8: takes pdf and png, and verbosity', async () => {
    const pdf = await render(FIGURE, { format: 'pdf' });
    expect(pdf.received[1]).toMatchObject({ name: 'result', args: { format: 'pdf' } });
    expect(pdf.received[1]?.bytes?.subarray(0, 5).toString()).toBe('%PDF-');
    const png = await render(FIGURE, { format: 'png', verbosity: 2 });
    expect(
      png.received
        .find((message) => message.name === 'result')
        ?.bytes?.subarray(1, 4)
        .toString(),
    ).toBe('PNG');
    expect(png.output()).toContain('Welcome to Asymptote');
  });

  it('17: delivers exactly the output limit, then stops', async () => {
    const socket = await render('while(true) write("0123456789012345678901234567890123456789");');
    expect(socket.output()).toHaveLength(524288);
    expect(socket.last()).toEqual({
      name: 'complete',
      args: { error: 'Execution aborted due to the output limit (524288B)' },
    });
    for (const { bytes } of socket.received) expect(bytes?.length ?? 0).toBeLessThanOrEqual(64 * 1024);
  });

  it('17: text before a kill arrives', async () => {
    const socket = await render('write("before"); while(true);', { duration: 0.7 });
    expect(socket.output()).toBe('before\n');
  });

  it('18: sends the real format, further files by name, and an image after a failure', async () => {
    const chosen = await render(`settings.outformat="pdf"; ${FIGURE}`);
    expect(chosen.received[1]?.args).toEqual({ format: 'pdf', timings: expect.anything() });
    const several = await render(`${FIGURE} shipout("other"); draw((0,0)--(50,0));`);
    expect(several.received.filter((message) => message.name === 'result').map((message) => message.args)).toEqual([
      { format: 'svg', timings: expect.objectContaining({ queue: expect.any(Number), asy: expect.any(Number) }) },
      { format: 'svg', filename: 'other.svg', timings: expect.anything() },
    ]);
    const failing = await render(`${FIGURE} shipout("kept"); int x = 0; write(1 # x);`);
    expect(failing.received.find((message) => message.name === 'result')?.args).toMatchObject({ filename: 'kept.svg' });
    expect(failing.last()?.args).toEqual({ error: 'Execution failed' });
  });

  it('19: says each failure in its exact words', async () => {
    const errors: [string, Record<string, unknown>, string][] = [
      ['while(true);', { duration: 0.8 }, 'Execution aborted due to the time limit (0.8s)'],
      ['while(true);', { duration: 1 }, 'Execution aborted due to the time limit (1.0s)'],
      ['draw(', {}, 'Execution failed'],
      [`${FIGURE} §`, {}, 'Execution failed'],
      ['write("nothing drawn");', {}, 'No image output'],
    ];
    for (const [source, options, error] of errors)
      expect((await render(source, options)).last()).toEqual({ name: 'complete', args: { error } });
  });

  it('9: options in stage 2 only shorten', async () => {
    const socket = await RawSocket.open(product);
    socket.add('main.asy', 'while(true);').send('options', { duration: 10 }).send('start', { main: 'main.asy' });
    await socket.wait('output');
    socket.send('options', { duration: 25 }).send('options', { duration: 0.5 });
    expect((await socket.wait('complete')).args).toEqual({ error: 'Execution aborted due to the time limit (0.5s)' });
  });

  it('21: a closed socket ends everything of the task at once', async () => {
    const mark = `sleeper${Date.now()}.asy`;
    const socket = await RawSocket.open(product);
    socket.add(mark, 'while(true);').send('start', { main: mark });
    await socket.wait('output');
    await until('the program runs', () => processesWith(mark).length > 0);
    socket.socket.terminate();
    await until('it is gone', () => processesWith(mark).length === 0);
  });

  it('6: file names with spaces and Unicode, and data files beside them', async () => {
    const socket = await RawSocket.open(product);
    socket
      .add('größe 1.asy', 'file f=input("data.csv"); real x=f; write(x); draw((0,0)--(x,x));')
      .add('data.csv', '42\n')
      .send('start', { main: 'größe 1.asy' });
    await socket.closed();
    expect(socket.output()).toBe('42\n');
    expect(socket.last()).toEqual({ name: 'complete', args: {} });
  });
});
