import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { Result } from '@/core/result';
import type { PeriodicEndpoint, PeriodicEndpointOptions } from '@/server/periodic/endpoint';
import { PeriodicClient } from './periodicClient';
import { makeEndpoint } from './periodicEndpoint';

/** Who may come in, and where: docs/periodic.md, 7 (SHUTDOWN) and 9. */

const TOKEN = 'a token of sixteen';
const LOCAL = { dialect: 'seed', role: 'client' } as const;
const withToken = (token: string) => ({ dialect: 'crc', role: 'worker', credentials: { name: 'me', token } }) as const;
/** Whoever connects to this address comes from it too. */
const elsewhere = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

const endpoints: PeriodicEndpoint[] = [];
afterEach(() => {
  for (const endpoint of endpoints.splice(0)) endpoint.stop();
});

function endpoint(changes: Partial<PeriodicEndpointOptions> = {}): PeriodicEndpoint {
  const made = makeEndpoint(changes);
  endpoints.push(made);
  return made;
}

function opened(address: Result<string>): string {
  if (!address.ok) throw new Error(address.failure.message);
  return address.value;
}

describe('from this machine', () => {
  it('nobody needs a token, but a wrong one is refused when one is set', async () => {
    const address = opened(await endpoint({ token: TOKEN }).openPort('127.0.0.1', 0));
    expect((await PeriodicClient.connect(address, LOCAL)).greeting).toHaveLength(4);
    expect((await PeriodicClient.connect(address, withToken(TOKEN))).greeting).toHaveLength(5);
    await expect(PeriodicClient.connect(address, withToken(`${TOKEN}!`))).rejects.toThrow(/closed/);
  });

  it('also through a unix socket, whose leftover of a killed process is taken over', async () => {
    const socketPath = path.join(tmpdir(), `periodic-${process.pid}.sock`);
    const listenAndDie = `require('net').createServer().listen('${socketPath}', () => process.kill(process.pid, 9))`;
    spawnSync(process.execPath, ['-e', listenAndDie]);
    expect(existsSync(socketPath)).toBe(true);
    const first = endpoint();
    opened(await first.openSocket(socketPath));
    expect(await endpoint().openSocket(socketPath)).toMatchObject({
      failure: { message: expect.stringMatching(/another process listens there/) },
    });
    const client = await PeriodicClient.connect(`unix://${socketPath}`, LOCAL);
    expect(await client.ask({ name: 'PING' })).toBe(client.body({ name: 'PONG' }));
    first.stop();
    await client.closed();
    expect(existsSync(socketPath)).toBe(false);
  });
});

describe('from elsewhere', () => {
  it.skipIf(elsewhere === undefined)('only with the token', async () => {
    const { port } = new URL(opened(await endpoint({ token: TOKEN }).openPort('0.0.0.0', 0)));
    const there = `tcp://${elsewhere}:${port}`;
    await expect(PeriodicClient.connect(there, LOCAL)).rejects.toThrow(/closed/);
    await expect(PeriodicClient.connect(there, withToken('another of sixteen'))).rejects.toThrow(/closed/);
    expect((await PeriodicClient.connect(there, withToken(TOKEN))).greeting).toHaveLength(5);
    expect((await PeriodicClient.connect(`tcp://127.0.0.1:${port}`, LOCAL)).greeting).toHaveLength(4);
  });

  it('nobody when there is none: it does not listen', async () => {
    for (const host of ['0.0.0.0', '::', elsewhere ?? '192.0.2.1']) {
      expect(await endpoint().openPort(host, 0)).toMatchObject({
        failure: {
          code: 'config',
          message: expect.stringMatching(/PERIODIC_TOKEN is set/),
        },
      });
    }
  });
});

describe('the endpoint', () => {
  it('says that its port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const words = `port ${port} on 127.0.0.1 is taken; PERIODIC_PORT chooses another`;
    expect(await endpoint().openPort('127.0.0.1', port)).toMatchObject({
      failure: { message: expect.stringContaining(words) },
    });
    other.close();
  });

  it('closes on SHUTDOWN where that is on', async () => {
    const address = opened(await endpoint({ allowsShutdown: true }).openPort('127.0.0.1', 0));
    const client = await PeriodicClient.connect(address, LOCAL);
    client.send({ name: 'SHUTDOWN' });
    await client.closed();
    await expect(PeriodicClient.dial(address, 'seed')).rejects.toThrow(/ECONNREFUSED/);
  });
});
