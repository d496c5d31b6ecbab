import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { MemoryCounter } from '@/core/prc/memoryCounter';
import type { TokenGuesses } from '../tokenGuesses';
import { UpgradeRouter } from '../upgrade';
import { PrcEndpoint } from './endpoint';

/** Frames of all kinds over a real socket (docs/parallel-requests.md, 2 and 4): who reads them makes no difference. */

const server = createServer();
const streams: Socket[] = [];
let port = 0;
beforeAll(async () => {
  const guesses = {
    checkNow: (_address: string, _token: string, look: () => boolean) => ({ ok: true, found: look() }),
  } as unknown as TokenGuesses;
  const counter = new MemoryCounter();
  const router = new UpgradeRouter(
    async () => undefined,
    () => 'an address',
  );
  new PrcEndpoint({ front: 'f', counter, authToken: 't', guesses }).open(router, () => '');
  router.listen(server);
  server.on('connection', (stream: Socket) => streams.push(stream));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

async function open() {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/t`);
  const received: string[] = [];
  socket.on('message', (data: Buffer) => received.push(data.toString()));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  await once(socket, 'open');
  return { socket, received, closed };
}
const start = (id: string) => `START-REQUEST\nRequest-ID:${id}\nRequest-Type:t\nRequest-Limit:9`;
const ack = (id: string) => `START-REQUEST-ACK\nRequest-ID:${id}\nRequest-Limit-Reached:FALSE\n`;

describe('the socket of the controller', () => {
  it('reads text in whatever frames it comes, and answers in its order', async () => {
    const { socket, received, closed } = await open();
    socket.send(start('plain'));
    socket.send(start('не ASCII 😀'));
    socket.send(Buffer.from(start('binary')));
    for (const [i, letter] of [...start('pieces')].entries())
      socket.send(letter, { fin: i === start('pieces').length - 1 });
    socket.send(start('long'.repeat(2000)));
    const ponged = once(socket, 'pong');
    socket.ping('hello');
    socket.send(start('last'));
    expect(String((await ponged)[0])).toBe('hello');
    await vi.waitFor(() => expect(received).toContain(ack('last')));
    const ids = ['plain', 'не ASCII 😀', 'pieces', 'long'.repeat(2000), 'last'];
    expect(received).toEqual(['HEARTBEAT\n', ...ids.map(ack)]);
    socket.close(1000);
    expect(await closed).toBe(1000);
  });

  it('closes for what is too long', async () => {
    const { socket, closed } = await open();
    socket.send('x'.repeat(64 * 1024 + 1));
    expect(await closed).toBe(1009);
  });

  it.each([
    ['without a mask', [0x81, 1, 0x41], 1002],
    ['that is not UTF-8', [0x81, 0x81, 0, 0, 0, 0, 0xff], 1007],
    ['with a reserved bit', [0xc1, 0x81, 0, 0, 0, 0, 0x41], 1002],
    ['that continues nothing', [0x80, 0x81, 0, 0, 0, 0, 0x41], 1002],
  ])('closes for a frame %s, and reads nothing behind it', async (_, bytes, code) => {
    const stream = connect(port, '127.0.0.1');
    const head = ['GET /ws/t HTTP/1.1', 'Host: x', 'Upgrade: websocket', 'Connection: Upgrade'];
    head.push('Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==', 'Sec-WebSocket-Version: 13', '', '');
    const later = [...Buffer.from('GET-ALL-COUNTS')];
    // All in one piece with the request itself.
    stream.write(
      Buffer.concat([Buffer.from(head.join('\r\n')), Buffer.from([...bytes, 0x81, 0x80 | 14, 0, 0, 0, 0, ...later])]),
    );
    let told = Buffer.alloc(0);
    stream.on('data', (chunk) => (told = Buffer.concat([told, chunk])));
    await vi.waitFor(() => expect(told.includes(0x88)).toBe(true));
    const close = told.lastIndexOf(0x88);
    expect([told.readUInt16BE(close + 2), told.includes('ALL-COUNTS')]).toEqual([code, false]);
    stream.destroy();
  });

  it('does not go on reading from a client that does not read', async () => {
    const { socket, received } = await open();
    const stream = streams.at(-1);
    socket.pause();
    const many = 200_000;
    for (let i = 0; i < many; i += 1) socket.send('GET-REQUEST-COUNT\nRequest-Type:nobody');
    await vi.waitFor(() => expect(stream?.isPaused()).toBe(true), { timeout: 20_000 });
    expect(stream?.writableLength).toBeLessThan(1_000_000);
    socket.resume();
    await vi.waitFor(() => expect(received).toHaveLength(many + 1), { timeout: 20_000 });
    socket.terminate();
  });
});
