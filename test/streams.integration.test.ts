import net from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { OUTPUT_LIMITS, SHELL_LIMITS, STREAM_LIMITS } from '@/core/limits';
import { nativeCode } from './attack';
import { peakMegabytes, pidOf } from './memory';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** What flows between programs and clients that send too much or read too little stays within named bytes. */

const MIB = 2 ** 20;
const HELD_MEGABYTES = STREAM_LIMITS.maxHeldBytes / MIB;
const RESULT_MEGABYTES = OUTPUT_LIMITS.maxResultBytes / MIB;
/** What a process needs besides, garbage above all. */
const SLACK_MEGABYTES = 100;

let product: Product;
let worker: number;
beforeAll(async () => {
  const patience = ['--unread-seconds', '1', '--ping-interval-seconds', '2', '--max-predicted-wait-seconds', '3600'];
  product = await startProduct(['--backends', '2', ...patience, ...WITHOUT_CACHE]);
});
afterAll(async () => {
  await product?.stop();
});
beforeEach(() => void (worker = pidOf(product, 'worker')));
afterEach(() => expect(pidOf(product, 'worker')).toBe(worker));

/** Files that say they are pictures of 32 MiB, and hold nothing. */
const SPARSE = `i=0; while [ $i -lt 64 ]; do
  printf '</svg>' | dd of=r$i.svg bs=1 seek=${OUTPUT_LIMITS.maxResultBytes - 6} 2>/dev/null; i=$((i+1)); done`;
const LARGE =
  "for i in 1 2 3 4 5 6; do (echo '<svg>'; head -c 4000000 /dev/zero | tr '\\0' x; echo '</svg>') > r$i.svg; done";

async function render(files: Record<string, string>): Promise<RawSocket> {
  const socket = await RawSocket.open(product);
  for (const [name, contents] of Object.entries(files)) socket.add(name, contents);
  // What is said after the time limit would be another matter, however busy the machine is.
  return socket.send('options', { duration: 30 }).send('start', { main: 'main.asy' });
}

async function shell(): Promise<RawSocket> {
  return until('a shell', async () => {
    const socket = await RawSocket.open(product, 'asyonline.asy.interactive', '/asy/interactive');
    socket.send('start');
    await until('a prompt or a denial', () => socket.output().endsWith('> ') || socket.names().includes('deny'));
    return socket.names().includes('deny') ? undefined : socket;
  });
}

const results = (socket: RawSocket) => socket.received.filter(({ name }) => name === 'result');
const logged = (words: string) => product.log().split(words).length - 1;

async function growth(which: 'front' | 'worker', act: () => Promise<void>): Promise<number> {
  const before = peakMegabytes(product, which);
  await act();
  return peakMegabytes(product, which) - before;
}

describe('results', () => {
  it('are counted before they are read, and those left out are told', async () => {
    const grown = await growth('worker', async () => {
      const socket = await render(nativeCode(SPARSE));
      await socket.wait('complete');
      const sizes = results(socket).map(({ bytes }) => bytes?.length ?? 0);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(OUTPUT_LIMITS.maxResultsBytes);
      expect(sizes.length).toBeGreaterThan(1);
      expect(socket.output()).toMatch(/Asyground: 6\d results were left out\. A run can return 64 results/);
    });
    expect(grown).toBeLessThan(2 * RESULT_MEGABYTES + SLACK_MEGABYTES);
  });

  it('are told of when there are too many of them', async () => {
    const many = 'i=0; while [ $i -lt 3000 ]; do echo "<svg></svg>" > r$i.svg; i=$((i+1)); done';
    const socket = await render(nativeCode(many));
    await socket.wait('complete');
    expect(results(socket)).toHaveLength(OUTPUT_LIMITS.maxResults);
    expect(socket.output()).toMatch(/29\d\d results were left out/);
  });

  it('of four downloads as JSON that nobody reads stay within what a front may hold', async () => {
    const body = JSON.stringify({ files: nativeCode(SPARSE), main: 'main.asy' });
    const head = `POST /render HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAccept: application/json\r\n`;
    const before = logged('did not read its answer');
    const grown = await growth('front', async () => {
      const sockets = Array.from({ length: 4 }, () => {
        const socket = net.connect(Number(new URL(product.url).port), '127.0.0.1');
        socket.on('error', () => undefined).pause();
        socket.write(`${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
        return socket;
      });
      await until('they are disconnected', () => logged('did not read its answer') === before + 4);
      for (const socket of sockets) socket.destroy();
    });
    // The two results of each, once more while a result is put together, and the pieces under way.
    expect(grown).toBeLessThan(HELD_MEGABYTES + 2 * RESULT_MEGABYTES + SLACK_MEGABYTES);
  });

  it('that are not read end their connection, and hold no backend', async () => {
    const before = logged('a client did not read what it was sent');
    const stuck = await Promise.all(Array.from({ length: 4 }, () => render(nativeCode(LARGE))));
    for (const { socket } of stuck) socket.pause();
    const { ending } = await product.client().render({ files: { 'main.asy': 'draw((0,0)--(9,9));' }, main: 'main.asy' })
      .finished;
    expect(ending).toEqual({ kind: 'complete' });
    await until('they are disconnected', () => logged('a client did not read what it was sent') === before + 4);
    for (const { socket } of stuck) socket.terminate();
  });
});

describe('a shell', () => {
  it('may call a file what it likes', async () => {
    const socket = await shell();
    for (const name of ['x.constructor', 'x.__proto__', 'constructor', 'x.toString'])
      socket.send('input', {}, `{ file f=output("${name}"); write(f,"x"); close(f); }\n`);
    socket.send('input', {}, 'write("alive");\n');
    await until('life', () => socket.output().includes('alive\n'));
    socket.socket.close();
  });

  it('that prints prompts without end starves nobody', async () => {
    const socket = await shell();
    const prompts = 'for(int i=0; i < 10000; ++i) { file f=output("r"+string(i)+".svg"); close(f); }\n';
    socket.send('input', {}, prompts).send('input', {}, "while(true) write('\\x01> ',suffix=none);\n");
    const { ending } = await product.client().render({ files: { 'main.asy': 'draw((0,0)--(9,9));' }, main: 'main.asy' })
      .finished;
    expect(ending).toEqual({ kind: 'complete' });
    expect((await socket.wait('complete')).args).toEqual({
      error: `Execution aborted due to the output limit (${OUTPUT_LIMITS.maxOutputBytes}B)`,
    });
  });

  it('whose input is not read fills nobody', async () => {
    const socket = await shell();
    socket.send('input', {}, 'write("busy"); while(true);\n');
    await until('it is busy', () => socket.output().includes('busy'));
    const piece = Buffer.alloc(64 * 1024, 'x');
    let grownWorker = 0;
    const grownFront = await growth('front', async () => {
      grownWorker = await growth('worker', async () => {
        for (let i = 0; i < 2000; i += 1) socket.send('input', {}, piece);
        await socket.closed();
      });
    });
    expect(grownFront).toBeLessThan(SLACK_MEGABYTES / 2);
    expect(grownWorker).toBeLessThan(SLACK_MEGABYTES / 2);
  });

  it('hears Ctrl+C behind input that waits', async () => {
    const socket = await shell();
    socket.send('input', {}, 'write("busy"); while(true);\n');
    await until('it is busy', () => socket.output().includes('busy'));
    const line = `//${'x'.repeat(1000)}\n`;
    for (let i = 0; i < 8; i += 1) socket.send('input', {}, line.repeat(64));
    socket.send('input', { signal: 'INT' }, '');
    socket.send('input', {}, 'write("alive");\n');
    await until('life', () => socket.output().includes('alive\n'));
    socket.socket.close();
  });

  it('is told when its input is too much at once', async () => {
    const socket = await shell();
    socket.send('input', {}, 'write("busy"); while(true);\n');
    await until('it is busy', () => socket.output().includes('busy'));
    // A frame holds less than that, and a pipe some of it.
    for (const part of [0.6, 0.6]) socket.send('input', {}, Buffer.alloc(part * SHELL_LIMITS.maxInputBytes, 'x'));
    expect((await socket.wait('deny')).args).toEqual({
      error: `At most ${SHELL_LIMITS.maxInputBytes} bytes of input may wait for the program to read them.`,
    });
  });

  it('whose pictures are not read waits with the next ones, and ends', async () => {
    const socket = await shell();
    const before = logged('a client did not read what it was sent');
    // Several in turn: one that is being written anew is no picture.
    const draw =
      "file f=output('p'+string(i % 8)+'.svg'); write(f,'<svg>'+s+string(i)+'</svg>'); close(f); write('\\x01> ');";
    const grown = await growth('worker', async () => {
      socket.send('input', {}, "{ string s='x'; for(int i=0; i < 22; ++i) s=s+s; ");
      socket.send('input', {}, `for(int i=0; i < 1000; ++i) { ${draw} } }\n`);
      await until('a picture', () => results(socket).length > 0);
      socket.socket.pause();
      await until('it is disconnected', () => logged('a client did not read what it was sent') > before);
    });
    expect(grown).toBeLessThan(SLACK_MEGABYTES);
    socket.socket.terminate();
  });
});

/** The last of them waits for all the others. */
const STORM_MS = 50_000;

describe('a storm of cancellations and lost connections', () => {
  it('lets correct programs come to their end', async () => {
    const limits = logged('time-limit');
    const dropped = Array.from({ length: 120 }, async (_, i) => {
      const socket = await render({ 'main.asy': i % 3 === 0 ? 'while(true);' : `draw((0,0)--(${i},9)); write(${i});` });
      // Each at another moment of its life: at once, when it waits, or when it runs.
      const isDue = () =>
        socket.names().some((name) => i % 3 === 1 || name === 'output') || socket.closeCode !== undefined;
      if (i % 4 > 0) await until('its moment', isDue, STORM_MS);
      socket.socket.terminate();
    });
    // Only the scheduler's word stops these: no connection does.
    const cancelled = Array.from({ length: 120 }, async (_, i) => {
      const headers = { 'content-type': 'application/json', prefer: 'respond-async' };
      const body = JSON.stringify({ files: { 'main.asy': `while(true); // ${i}` }, main: 'main.asy' });
      const answer = await fetch(`${product.url}/render`, { method: 'POST', headers, body });
      const address = `${product.url}${answer.headers.get('location') ?? ''}`;
      const isRunning = async () => ((await (await fetch(address)).json()) as { state?: string }).state !== 'waiting';
      if (i % 2 > 0) await until('it runs', isRunning, STORM_MS);
      await fetch(address, { method: 'DELETE' });
    });
    const correct = Array.from({ length: 12 }, async (_, i) => {
      const files = { 'main.asy': `draw((0,0)--(9,${i + 1})); write("correct");` };
      return (await product.client().render({ files, main: 'main.asy' }).finished).ending;
    });
    await Promise.all([...dropped, ...cancelled]);
    for (const ending of await Promise.all(correct)) expect(ending).toEqual({ kind: 'complete' });
    const health = async () => (await (await fetch(`${product.url}/api/health`)).json()) as { tasks: number };
    await until('no task is left', async () => (await health()).tasks === 0);
    expect(logged('time-limit')).toBe(limits);
  });
});
