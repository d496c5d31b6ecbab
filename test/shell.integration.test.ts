import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Health } from '@/server/health';
import { startProduct, type Product } from './product';
import { processesWith } from './processes';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/asyonline.md, 22 to 24: a real shell over a real socket. */

let product: Product;
beforeAll(async () => {
  const places = ['--backends', '2', '--shell-places', '2'];
  product = await startProduct([...places, '--shell-idle-seconds', '4', '--shell-total-seconds', '30']);
});
afterAll(async () => {
  await product?.stop();
});

/** Opens one as a person would: again, if the last one has not quite left its place yet. */
async function shell(files: Record<string, string> = {}, early?: string, from?: string): Promise<RawSocket> {
  return until('a shell', async () => {
    const socket = await RawSocket.open(product, 'asyonline.asy.interactive', '/asy/interactive', {}, from);
    for (const [name, contents] of Object.entries(files)) socket.add(name, contents);
    socket.send('start');
    if (early !== undefined) type(socket, early);
    await until('a prompt or a denial', () => socket.output().endsWith('> ') || socket.names().includes('deny'));
    return socket.names().includes('deny') ? undefined : socket;
  });
}

const results = (socket: RawSocket) => socket.received.filter((message) => message.name === 'result');
const type = (socket: RawSocket, text: string) => socket.send('input', {}, text);

describe('a shell', () => {
  it('22, 23: answers, draws after each line, and goes on after an error', async () => {
    const socket = await shell();
    type(socket, 'write(6*7);\n');
    await until('the answer', () => socket.output().includes('42\n'));
    type(socket, 'draw((0,0)--(10,10));\n');
    await until('a picture', () => results(socket).length === 1);
    type(socket, 'nonsense(;\n');
    await until('the error', () => socket.output().includes('syntax error'));
    type(socket, 'draw((0,10)--(10,0));\n');
    await until('another picture', () => results(socket).length === 2);
    expect(results(socket)[1]?.args).toEqual({ format: 'svg' });
    expect(results(socket)[1]?.bytes?.equals(results(socket)[0]?.bytes ?? Buffer.alloc(0))).toBe(false);
    socket.socket.close();
  });

  it('takes several lines as one statement, and files that came with it', async () => {
    const socket = await shell({ 'mine.asy': 'int answer() { return 41; }' });
    type(socket, 'import mine;\nint next(int n) {\n');
    await until('the continuation prompt', () => socket.output().endsWith('.. '));
    type(socket, 'return n + 1;\n}\nwrite(next(answer()));\n');
    await until('the answer', () => socket.output().includes('42\n'));
    socket.socket.close();
  });

  it('23: an interrupt stops a loop and the shell lives on', async () => {
    const socket = await shell();
    type(socket, 'write("looping"); while(true);\n');
    await until('the loop', () => socket.output().includes('looping'));
    socket.send('input', { signal: 'INT' }, '');
    const before = socket.output().length;
    await until('the prompt again', () => socket.output().length > before && socket.output().endsWith('> '));
    type(socket, 'write("alive");\n');
    await until('life', () => socket.output().includes('alive\n'));
    socket.socket.close();
  });

  it('22: keeps input that comes before the shell is there', async () => {
    const socket = await shell({}, 'write("early");\n');
    await until('the early answer', () => socket.output().includes('early\n'));
    socket.socket.close();
  });

  it('ends well when told to quit, and with its socket', async () => {
    const socket = await shell();
    type(socket, 'quit\n');
    expect((await socket.wait('complete')).args).toEqual({});
    expect(await socket.closed()).toBe(1000);
    const other = await shell();
    other.socket.terminate();
    await until('no shell is left', () => processesWith('-multiline').length === 0);
  });

  it('24: is ended when idle too long, denied when no backend is free, warned and halted for renders', async () => {
    // Two have places beside the backends, and are halted for nobody.
    const beside = [await shell({}, undefined, '127.0.0.11'), await shell({}, undefined, '127.0.0.12')];
    const first = await shell({}, undefined, '127.0.0.13');
    const second = await RawSocket.open(product, 'asyonline.asy.interactive', '/asy/interactive', {}, '127.0.0.14');
    second.send('start');
    // Nor do they keep a backend busy, so pages are not told that the server is.
    await until('the load of the one shell that has a backend', async () => {
      const { backends, tasks } = (await (await fetch(`${product.url}/api/health`)).json()) as Health;
      return backends.busy === 1 && tasks === 1;
    });
    // Shells take at most all backends but one (docs/queue.md, 6).
    expect((await second.wait('deny')).args).toEqual({ error: 'Server is overloaded' });
    const render = () =>
      product
        .client()
        .render({ files: { 'main.asy': 'while(true);' }, main: 'main.asy', options: { durationSeconds: 2 } });
    const isWarned = () => first.received.some(({ args }) => JSON.stringify(args).includes('"warning":"busy"'));
    for (const one of beside) type(one, 'write(6*7);\n');
    const renders = [render()];
    await until('a warning', isWarned);
    renders.push(render());
    expect((await first.wait('complete')).args).toEqual({ error: 'Execution aborted to free resources' });
    for (const one of beside) type(one, 'write("st"+"ill");\n');
    for (const one of beside) await until('an answer', () => one.output().includes('still\n'));
    for (const one of renders) one.abort();
    const idle = await shell();
    expect((await idle.wait('complete')).args).toMatchObject({ error: expect.stringContaining('idle') });
  });
});
