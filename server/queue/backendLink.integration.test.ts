import { once } from 'node:events';
import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocketServer } from 'ws';
import { encodeFromBackend, type FromBackend } from '@/core/wire/wire';
import { BackendLink } from './backendLink';

const servers: net.Server[] = [];
const sockets = new Set<net.Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of servers.splice(0)) server.close();
});

async function listen(onConnection: (socket: net.Socket) => void): Promise<string> {
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `ws://127.0.0.1:${(server.address() as net.AddressInfo).port}/task/1`;
}

/** What the link says of itself until it says something. */
function firstEvent(url: string): Promise<string> {
  return new Promise((resolve) => {
    new BackendLink(
      url,
      { secret: undefined, authority: undefined },
      {
        opened: () => resolve('opened'),
        message: () => resolve('message'),
        unreachable: () => resolve('unreachable'),
        pause: () => 0,
        nonsense: () => resolve('nonsense'),
        closed: () => resolve('closed'),
      },
    );
  });
}

// docs/queue.md, 12
describe('the link to a backend', () => {
  it('says that nobody is there', async () => {
    const url = await listen(() => undefined);
    servers.splice(0).forEach((server) => server.close());
    expect(await firstEvent(url)).toBe('unreachable');
  });

  it('says that it is not let in', async () => {
    const url = await listen((socket) => socket.end('HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n'));
    expect(await firstEvent(url)).toBe('unreachable');
  });

  it('gives up on one that takes the connection and says nothing', async () => {
    expect(await firstEvent(await listen(() => undefined))).toBe('unreachable');
  });

  it('is not read from while its address has had enough, nor while its owner cannot take more', async () => {
    const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
    await once(server, 'listening');
    server.on('connection', (socket) => {
      for (let i = 0; i < 3; i += 1) socket.send(Buffer.alloc(2 ** 20));
    });
    const { port } = server.address() as net.AddressInfo;
    const heard: number[] = [];
    const pauses = [50, 1, 0];
    const link = new BackendLink(
      `ws://127.0.0.1:${port}/task/1`,
      { secret: undefined, authority: undefined },
      {
        opened: () => undefined,
        message: () => undefined,
        unreachable: () => undefined,
        pause: () => pauses[heard.length - 1] ?? 0,
        nonsense: () => {
          heard.push(performance.now());
          // Held by its owner, too: that the pause is over does not let more through.
          if (heard.length === 2) link.pause();
        },
        closed: () => undefined,
      },
    );
    await vi.waitFor(() => expect(heard).toHaveLength(2));
    expect((heard[1] ?? 0) - (heard[0] ?? 0)).toBeGreaterThanOrEqual(49);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(heard).toHaveLength(2);
    link.resume();
    await vi.waitFor(() => expect(heard).toHaveLength(3));
    link.terminate();
    server.close();
  });

  it('tells a large result whole, before what follows it and the end', async () => {
    const bytes = Buffer.alloc(20 * 2 ** 20, 'large');
    const messages: FromBackend[] = [
      { type: 'started' },
      { type: 'result', format: 'svg', bytes },
      { type: 'ended', outcome: { kind: 'success' }, timings: {} },
    ];
    const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    server.on('connection', (socket) => {
      for (const message of messages)
        encodeFromBackend(message).forEach((piece, i, all) => socket.send(piece, { fin: i === all.length - 1 }));
      socket.close();
    });
    const told: (FromBackend | 'closed')[] = [];
    const url = `ws://127.0.0.1:${(server.address() as net.AddressInfo).port}/task/1`;
    await new Promise<void>((resolve) => {
      new BackendLink(
        url,
        { secret: undefined, authority: undefined },
        {
          ...{ opened: () => undefined, unreachable: () => undefined, nonsense: () => undefined, pause: () => 0 },
          message: (message) => void told.push(message),
          closed: () => {
            told.push('closed');
            resolve();
          },
        },
      );
    });
    server.close();
    expect(told.map((one) => (one === 'closed' ? one : one.type))).toEqual(['started', 'result', 'ended', 'closed']);
    expect(told[1] !== 'closed' && told[1]?.type === 'result' && bytes.equals(told[1].bytes)).toBe(true);
  });
});
