import { createServer } from 'node:http';
import net from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AddressList } from '@/platform/addressList';
import { createLog } from '@/platform/log';
import { Connections, connectionLimits } from './connections';

const endings: (() => void)[] = [];
afterEach(() => endings.splice(0).forEach((end) => end()));

async function serve(limits: { inAll: number; perAddress: number }, trusted: string[] = []) {
  const server = createServer((_request, response) => response.end('in'));
  new Connections(limits, new AddressList(trusted), createLog('test', 'silent')).watch(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  endings.push(
    () => server.closeAllConnections(),
    () => server.close(),
  );
  const { port } = server.address() as net.AddressInfo;
  return async (from: string) => {
    const socket = net.connect({ port, host: '127.0.0.1', localAddress: from });
    endings.push(() => socket.destroy());
    let heard = '';
    socket.on('data', (chunk) => (heard += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n');
    await vi.waitFor(() => expect(heard).not.toBe(''));
    return { status: Number(/ (\d+) /.exec(heard)?.[1]), socket };
  };
}

describe('connections', () => {
  it('429: are limited for each address, and come in again when others have left', async () => {
    const ask = await serve({ inAll: 100, perAddress: 2 });
    const first = await ask('127.0.0.2');
    expect([first.status, (await ask('127.0.0.2')).status, (await ask('127.0.0.2')).status]).toEqual([200, 200, 429]);
    expect((await ask('127.0.0.3')).status).toBe(200);
    first.socket.destroy();
    await vi.waitFor(async () => expect((await ask('127.0.0.2')).status).toBe(200));
  });

  it('503: are limited in all, those of proxies too', async () => {
    const ask = await serve({ inAll: 3, perAddress: 1 }, ['127.0.0.9']);
    for (let i = 0; i < 3; i += 1) expect((await ask('127.0.0.9')).status).toBe(200);
    expect((await ask('127.0.0.9')).status).toBe(503);
  });

  it('leave descriptors for everything else', () => {
    for (const descriptors of [1024, 4096, 20_000, 1_000_000]) {
      const { inAll, perAddress } = connectionLimits(descriptors);
      expect(inAll).toBeLessThan(descriptors * 0.9);
      expect(perAddress).toBeLessThan(inAll / 2);
      expect(perAddress).toBeGreaterThan(100);
    }
  });
});
