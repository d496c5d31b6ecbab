import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/render-api.md, 12 and 13, through the whole product. */

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(async () => {
  await product?.stop();
});

async function post(source: string, query = ''): Promise<{ cache: string | null; body: string; status: number }> {
  const answer = await fetch(`${product.url}/render${query}`, { method: 'POST', body: source });
  return { cache: answer.headers.get('x-cache'), body: await answer.text(), status: answer.status };
}

async function renderOverSocket(
  source: string,
  options: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<RawSocket> {
  const socket = await RawSocket.open(product, 'asyonline.asy', '/asy', headers);
  socket.add('main.asy', source).send('options', options).send('start', { main: 'main.asy' });
  await socket.closed();
  return socket;
}

async function cookie(): Promise<string> {
  const page = await fetch(product.url, { headers: { accept: 'text/html' } });
  await page.arrayBuffer();
  return page.headers.get('set-cookie')?.split(';')[0] ?? '';
}

async function uses(use: string): Promise<number> {
  const text = await (await fetch(`${product.url}/metrics`)).text();
  return Number(new RegExp(`asyground_cache_total\\{use="${use}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
}

/** Waits until a render is kept: that happens a moment after its answer. */
const kept = (source: string, query = '') =>
  until('it is kept', async () => (await post(source, query)).cache === 'hit');

describe('the cache over HTTP', () => {
  it('answers the same again, and says so', async () => {
    const source = 'size(1cm); draw((0,0)--(1,1)); // one';
    const first = await post(source);
    await kept(source);
    const second = await post(source);
    expect([first.cache, second.cache]).toEqual(['miss', 'hit']);
    expect(second.body).toBe(first.body);
    expect(await uses('memory')).toBeGreaterThan(0);
  });

  it('tells options apart, and keeps errors of programs but no clocks and no limits', async () => {
    const source = 'size(1cm); draw((0,0)--(1,1)); // two';
    await kept(source);
    for (const query of ['?format=png', '?class=fast', '?verbosity=1', '?stderrRedir=false', '?scale=2'])
      expect([query, (await post(source, query)).cache]).toEqual([query, 'miss']);
    await kept('draw(');
    for (const again of ['write(seconds()); draw((0,0)--(1,1));', 'while(true); // never kept']) {
      await post(again, '?duration=0.5');
      expect((await post(again, '?duration=0.5')).cache).toBe('miss');
    }
  });

  it('shares a run that is under way', async () => {
    const source = 'for(int i=0; i<2000000; ++i); size(1cm); draw((0,0)--(1,1)); // shared';
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(source)));
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
    expect(await uses('merged')).toBeGreaterThanOrEqual(1);
  });

  it('is still there after a restart', async () => {
    const source = 'size(1cm); draw((0,0)--(1,2)); // restart';
    await kept(source);
    const { dataFolder } = product;
    process.kill(product.supervisorPid, 'SIGTERM');
    await product.exited;
    product = await startProduct([], dataFolder);
    // The toolchain is known once a worker has been seen; a miss would be kept in memory, not found in the store.
    await kept(source);
    expect([await uses('store'), await uses('miss')]).toEqual([1, 0]);
  });
});

describe('the cache over asyonline', () => {
  it.each([
    ['output and pictures', 'write("one"); draw((0,0)--(9,9)); shipout("other"); write("two");', {}],
    ['both streams', 'write("one"); write(stdout,"two\\n"); int x = 1; x();', { stderrRedir: false }],
    ['nothing drawn', 'write("nothing");', {}],
    ['a failure', 'draw(', {}],
  ])('replays what a run sends: %s', async (_what, source, options) => {
    const first = await renderOverSocket(source, options);
    const again = await until('it is replayed', async () => {
      const before = await uses('memory');
      const socket = await renderOverSocket(source, options);
      return (await uses('memory')) > before ? socket : undefined;
    });
    const told = (socket: RawSocket) =>
      socket.received.map(({ name, args, bytes }) => [name, { ...(args as object), timings: undefined }, bytes]);
    expect(told(again)).toEqual(told(first));
    expect(again.closeCode).toBe(first.closeCode);
    for (const { name, args } of again.received)
      if (name === 'result') expect((args as { timings: object }).timings).toEqual({ cache: expect.any(Number) });
  });
});

describe('what a worker remembers for one client', () => {
  /** The origin is the product's own, as a page's is: without it a cookie is not believed. */
  const ownRender = async (source: string, client: string) => {
    const socket = await renderOverSocket(source, {}, { cookie: client, origin: product.url });
    const result = socket.received.find(({ name }) => name === 'result');
    const { timings = {} } = (result?.args ?? {}) as { timings?: Record<string, number> };
    return { picture: result?.bytes?.toString() ?? '', isHit: 'cache' in timings };
  };

  it('has no part in what others are shown', async () => {
    const [client, other] = [await cookie(), await cookie()];
    // Not kept by an earlier try.
    const labelled = (figure: string) => `size(3cm); draw(${figure}); label("$xyz$", (0,0), E); // ${client}`;
    await ownRender(labelled('unitcircle'), client);
    const second = labelled('unitsquare');
    const theirs = await ownRender(second, client);
    const again = await ownRender(second, client);
    const plain = await ownRender(second, other);
    expect([theirs.isHit, again.isHit, plain.isHit]).toEqual([false, true, false]);
    expect([again.picture, plain.picture]).toEqual([theirs.picture, theirs.picture]);
  });
});
