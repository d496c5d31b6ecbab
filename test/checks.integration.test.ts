import { io, type Socket } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PAGE_NAMESPACE, type CheckAnswer, type Load, type PageToServer, type ServerToPage } from '@/core/page';
import { startProduct, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/queue.md, 17: syntax checks as one types, over the page's own connection. */

let product: Product;
let page: Socket<ServerToPage, PageToServer>;
const loads: Load[] = [];

beforeAll(async () => {
  product = await startProduct(['--backends', '1']);
  page = io(product.url + PAGE_NAMESPACE, { transports: ['websocket'] });
  page.on('load', (load) => loads.push(load));
  await until('the page is connected', () => page.connected);
});
afterAll(async () => {
  page?.close();
  await product?.stop();
});

const check = (source: string, sequence: number, files: Record<string, string> = {}) =>
  new Promise<CheckAnswer>((resolve) =>
    page.emit('check', { sequence, main: 'main.asy', files: { 'main.asy': source, ...files } }, resolve),
  );

describe('checks', () => {
  it('say nothing of good code and point at bad code', async () => {
    expect(await check('draw((0,0)--(1,1));', 1)).toEqual({ kind: 'checked', sequence: 1, output: '' });
    expect(await check('draw((0,0)--(1,1);', 2)).toMatchObject({
      kind: 'checked',
      sequence: 2,
      output: expect.stringContaining('main.asy: 1.18: '),
    });
  });

  it('never take a backend', async () => {
    const busy = await RawSocket.open(product);
    busy.add('main.asy', 'while(true);').send('options', { duration: 3 }).send('start', { main: 'main.asy' });
    await busy.wait('output');
    expect(await check('int x = ;', 3)).toMatchObject({ output: expect.stringContaining('syntax error') });
    busy.socket.terminate();
  });

  it('let the newest of a client win', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, (_, i) => check(`int x${i} = 1;`, 100 + i)));
    expect(answers.at(-1)).toMatchObject({ kind: 'checked', sequence: 111 });
    expect(answers.filter((answer) => answer.kind === 'superseded').length).toBeGreaterThan(0);
  });

  it('refuse what is not a check, with words', async () => {
    const answer = (request: unknown) => new Promise<CheckAnswer>((resolve) => page.emit('check', request, resolve));
    expect(await answer({ nonsense: true })).toMatchObject({ kind: 'failed' });
    expect(await answer({ sequence: 1, main: 'a.asy', files: { '../a.asy': '' } })).toMatchObject({ kind: 'failed' });
    expect(await answer({ sequence: 1, main: 'constructor', files: {} })).toMatchObject({ kind: 'failed' });
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`f${i}.asy`, '']));
    expect(await check('x', 1, many)).toMatchObject({ kind: 'failed' });
    expect(await check('x', 1, { '-evil.asy': '' })).toMatchObject({
      kind: 'failed',
      message: expect.stringContaining('-evil.asy'),
    });
  });

  it('come with the load of the server', async () => {
    await until('the load', () => loads.some((load) => load.backends === 1));
  });
});
