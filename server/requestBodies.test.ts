import { createServer } from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { PaceRules } from './pace';
import { MeteredRequest, RequestBodies } from './requestBodies';

const endings: (() => void)[] = [];
afterEach(() => endings.splice(0).forEach((end) => end()));

const CLOSE = { connection: 'close' };
const AMPLE = { bytesPerAddress: 1e9, bytes: 1e9 };

/** Answers when it has read everything, and whoever asks for nothing before that. */
async function serve(limits: { bytesPerAddress: number; bytes: number }, pace?: PaceRules, lingerMs?: number) {
  const held = { ...limits, milliseconds: 60_000 };
  const bodies = new RequestBodies(({ headers }) => String(headers['x-from']), held, pace, lingerMs);
  const server = createServer({ IncomingMessage: MeteredRequest }, (request, response) => {
    bodies.watch(request, response);
    if (request.url === '/refused') request.once('data', () => response.writeHead(401).end('no'));
    else if (request.url === '/closed') request.once('data', () => response.writeHead(401, CLOSE).end('no'));
    else request.resume().on('end', () => response.end('read'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as net.AddressInfo;
  const send = (from: string, ...headers: string[]) => ask('/', from, ...headers);
  const ask = (url: string, from: string, ...headers: string[]) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    endings.push(() => socket.destroy());
    const heard = { text: '' };
    socket.on('data', (chunk) => (heard.text += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write([`POST ${url} HTTP/1.1`, 'host: x', `x-from: ${from}`, ...headers, '', ''].join('\r\n'));
    return { socket, heard };
  };
  const count = () =>
    new Promise<number>((resolve, reject) =>
      server.getConnections((error, all) => (error ? reject(error) : resolve(all))),
    );
  return { bodies, send, ask, count };
}

/** Half of a body of 100,000 bytes. */
const LENGTH = 'content-length: 100000';
const HALF = 'x'.repeat(50_000);

describe('bodies that do not end', () => {
  it('are held up to a limit of each address, and make room when they end or leave', async () => {
    const { bodies, send } = await serve({ bytesPerAddress: 150_000, bytes: 1_000_000 });
    const first = send('a', LENGTH);
    first.socket.write(HALF);
    const second = send('a', LENGTH);
    second.socket.write(HALF);
    await vi.waitFor(() => expect(bodies.bytes).toBeGreaterThanOrEqual(100_000));
    const third = send('a', LENGTH);
    third.socket.write(HALF);
    await vi.waitFor(() => expect(third.heard.text).toMatch(/^HTTP\/1.1 429 [^]*retry-after: \d/i));
    expect(third.heard.text).toMatch(/nosniff/i);
    const other = send('b', LENGTH);
    other.socket.write(HALF + HALF);
    await vi.waitFor(() => expect(other.heard.text).toMatch('200 OK'));
    second.socket.destroy();
    await vi.waitFor(() => expect(bodies.bytes).toBeLessThan(60_000));
    first.socket.write(HALF);
    await vi.waitFor(() => expect(first.heard.text).toMatch('200 OK'));
    await vi.waitFor(() => expect(bodies.bytes).toBe(0));
  });

  it('are not held any more when they have been answered', async () => {
    const { bodies, ask } = await serve(AMPLE);
    const refused = ask('/refused', 'a', LENGTH);
    refused.socket.write(HALF);
    await vi.waitFor(() => expect(refused.heard.text).toMatch('401'));
    await vi.waitFor(() => expect(bodies.bytes).toBe(0));
  });

  it('leave nothing behind when they were answered and their connection closes while they rest', async () => {
    const { ask } = await serve(AMPLE, { burst: 1, perSecond: 1, maxRestMs: 60_000 }, 10);
    const timers = () => process.getActiveResourcesInfo().filter((what) => what === 'Timeout').length;
    const before = timers();
    const refused = Array.from({ length: 50 }, () => ask('/closed', 'a', LENGTH));
    for (const { socket } of refused) socket.write(HALF);
    for (const { heard } of refused) await vi.waitFor(() => expect(heard.text).toMatch('401'));
    await vi.waitFor(() => expect(timers()).toBeLessThan(before + 10));
  });

  it('are answered before their end in a way that reaches who sends everything before it reads', async () => {
    const { ask } = await serve(AMPLE);
    const { socket, heard } = ask('/closed', 'a', 'content-length: 5000000');
    socket.pause();
    const failed = vi.fn();
    socket.on('error', failed);
    await new Promise((resolve) => socket.write('x'.repeat(5_000_000), resolve));
    socket.resume();
    await vi.waitFor(() => expect(heard.text).toMatch('401'));
    expect(failed).not.toHaveBeenCalled();
  });

  it('keep no connection for long when they were answered before their end', async () => {
    const { ask, count } = await serve(AMPLE, undefined, 10);
    const refused = ask('/closed', 'a', LENGTH);
    refused.socket.write(HALF);
    await vi.waitFor(() => expect(refused.heard.text).toMatch('401'));
    await vi.waitFor(async () => expect(await count()).toBe(0));
  });

  it('weigh what their pieces cost', async () => {
    const { send } = await serve({ bytesPerAddress: 150_000, bytes: 1_000_000 });
    const tiny = send('a', 'transfer-encoding: chunked');
    tiny.socket.write('1\r\nx\r\n'.repeat(1000));
    await vi.waitFor(() => expect(tiny.heard.text).toMatch('429'));
    const usual = send('a', 'transfer-encoding: chunked');
    usual.socket.write(`3e8\r\n${'x'.repeat(1000)}\r\n0\r\n\r\n`);
    await vi.waitFor(() => expect(usual.heard.text).toMatch('200 OK'));
  });
});

describe('the pace of bodies', () => {
  it('holds what an address sends beyond it, and loses none of it', async () => {
    const size = 2_000_000;
    const { send, bodies } = await serve(AMPLE, { burst: 500_000, perSecond: 4_000_000 });
    const startedAtMs = performance.now();
    const flood = send('a', `content-length: ${size}`);
    flood.socket.write('x'.repeat(size));
    await vi.waitFor(() => expect(bodies.bytes).toBeGreaterThan(500_000));
    const other = send('b', LENGTH);
    other.socket.write(HALF + HALF);
    await vi.waitFor(() => expect(other.heard.text).toMatch('200 OK'));
    expect(flood.heard.text).toBe('');
    await vi.waitFor(() => expect(flood.heard.text).toMatch('200 OK'), { timeout: 5000 });
    expect(performance.now() - startedAtMs).toBeGreaterThan(300);
  });
});
