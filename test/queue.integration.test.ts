import { statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { instanceOf } from '@/platform/dataFolder';
import { processes, processesWith } from './processes';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/queue.md over real sockets, one backend, real processes; the numbers are that page's. */

let product: Product;
beforeAll(async () => {
  product = await startProduct(['--backends', '1', '--tasks-per-client', '3', ...WITHOUT_CACHE]);
  await until('the welcome picture', () => product.log().includes('task ended'));
});
afterAll(async () => {
  await product?.stop();
});

const FIGURE = 'draw((0,0)--(9,9));';

async function start(
  source: string,
  options: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<RawSocket> {
  const socket = await RawSocket.open(product, undefined, undefined, headers);
  socket.add('main.asy', source).send('options', options).send('start', { main: 'main.asy' });
  return socket;
}

const queueMessages = (socket: RawSocket) =>
  socket.received
    .filter((message) => message.name === 'queue')
    .map((message) => message.args as { estimate: number; position: number; upper: number; rough?: boolean });
const instanceProcess = (mark: string) =>
  processes().find((seen) => seen.command.includes(mark) && seen.command.includes(product.dataFolder))?.pid ?? 0;

describe('the queue', () => {
  it('13, 14: tells place and estimate while a task waits, and nothing to one that starts at once', async () => {
    const first = await start('while(true);', { duration: 2 });
    await first.wait('output');
    const second = await start(FIGURE, { duration: 3 });
    const third = await start(FIGURE, { duration: 3 });
    await third.wait('queue');
    await Promise.all([first, second, third].map((socket) => socket.closed()));
    expect(queueMessages(first)).toEqual([]);
    expect(queueMessages(second)[0]).toMatchObject({ position: 1 });
    expect(queueMessages(third)[0]).toMatchObject({ position: 2 });
    for (const { estimate, upper } of queueMessages(third)) {
      expect(estimate).toBeGreaterThanOrEqual(0);
      expect(upper).toBeGreaterThanOrEqual(estimate);
    }
    for (const socket of [second, third]) expect(socket.last()).toEqual({ name: 'complete', args: {} });
  });

  it('4, 5: downgrades a default task that holds the only backend when others wait', async () => {
    const greedy = await start('while(true);');
    await greedy.wait('output');
    const waiting = await start(FIGURE, { duration: 3 });
    expect((await greedy.wait('complete')).args).toEqual({ error: 'Execution aborted due to the time limit (3.0s)' });
    await waiting.closed();
    expect(waiting.last()).toEqual({ name: 'complete', args: {} });
  });

  it('7: a task that waits ends with its connection', async () => {
    const busy = await start('while(true);', { duration: 1 });
    await busy.wait('output');
    const leaving = await start(FIGURE);
    await leaving.wait('queue');
    leaving.socket.terminate();
    await busy.closed();
    const tasks = async () => ((await (await fetch(`${product.url}/api/health`)).json()) as { tasks: number }).tasks;
    await until('no task is left', async () => (await tasks()) === 0);
  });

  it('9: a client with many tasks keeps its later ones in its own lane, and lets others pass', async () => {
    const page = await fetch(product.url, { headers: { accept: 'text/html' } });
    const cookie = page.headers.get('set-cookie')?.split(';')[0] ?? '';
    const busy = await start('while(true);', { duration: 3 });
    await busy.wait('output');
    const flood: RawSocket[] = [];
    for (let i = 0; i < 6; i += 1) {
      const socket = await start(FIGURE, { duration: 3 });
      await socket.wait('queue');
      flood.push(socket);
    }
    const places = flood
      .map((socket) => queueMessages(socket)[0])
      .map((word) => [word?.position, word?.rough === true]);
    expect(places).toEqual([1, 2, 3].map((place) => [place, false]).concat([1, 2, 3].map((place) => [place, true])));
    const other = await start(FIGURE, { duration: 3 }, { cookie });
    const ended: RawSocket[] = [];
    await Promise.all([...flood, other].map((socket) => socket.closed().then(() => ended.push(socket))));
    for (const socket of ended) expect(socket.last()).toEqual({ name: 'complete', args: {} });
    expect([...flood, other].indexOf(ended[3] as RawSocket)).toBe(flood.length);
  });
});

describe('faults', () => {
  it('8: a task whose worker is killed before it spoke runs again, with one empty output', async () => {
    const socket = await start(`real t = cputime().parent.clock; while (cputime().parent.clock < t + 1); ${FIGURE}`, {
      duration: 10,
    });
    await socket.wait('output');
    process.kill(instanceProcess('worker.mjs'), 'SIGKILL');
    await socket.closed();
    expect(socket.names()).toEqual(expect.arrayContaining(['output', 'result', 'complete']));
    expect(socket.names().filter((name) => name === 'output')).toHaveLength(1);
    expect(socket.last()).toEqual({ name: 'complete', args: {} });
  });

  it('8: one that had spoken ends with words instead of running twice', async () => {
    const socket = await start('write("spoken"); while(true);', { duration: 10 });
    await until('it speaks', () => socket.output() === 'spoken\n');
    process.kill(instanceProcess('worker.mjs'), 'SIGKILL');
    expect((await socket.wait('complete')).args).toEqual({ error: 'Server error' });
    expect(await socket.closed()).toBe(1011);
  });

  it('11: the jails of a worker that is stopped but lives are killed, and its task runs elsewhere', async () => {
    const mark = `frozen${Date.now()}.asy`;
    const frozen = await RawSocket.open(product);
    frozen.add(mark, 'while(true);').send('options', { duration: 30 }).send('start', { main: mark });
    await until('it runs', () => processesWith(mark).length > 0);
    const worker = instanceProcess('worker.mjs');
    process.kill(worker, 'SIGSTOP');
    await until('its jail is gone', () => processesWith(mark).length === 0);
    // The only worker stands still: another takes its place, and its task.
    await until('it runs again', () => processesWith(mark).length > 0, 30_000);
    expect(instanceProcess('worker.mjs')).not.toBe(worker);
    frozen.socket.terminate();
    await until(
      'renders work again',
      async () =>
        (await product.client().render({ files: { 'm.asy': FIGURE }, main: 'm.asy' }).finished).ending.kind ===
        'complete',
      30_000,
    );
  });

  it('11: waiting tasks survive the death of Redis and of the scheduler', async () => {
    const busy = await start('while(true);', { duration: 3 });
    await busy.wait('output');
    const waiting = await start(FIGURE, { duration: 3 });
    await waiting.wait('queue');
    const instance = instanceOf(statSync(product.dataFolder));
    const redis =
      processes().find((seen) => seen.command.startsWith('redis-server') && seen.command.includes(instance))?.pid ?? 0;
    // What Redis had a second ago is on disk.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    process.kill(redis, 'SIGKILL');
    await waiting.closed();
    expect(waiting.last()).toEqual({ name: 'complete', args: {} });
  });
});
