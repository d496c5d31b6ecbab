import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { PeriodicClient, periodicAddress } from './periodicClient';
import { openPeriodic } from './periodicWorld';
import { startProduct } from './product';
import { until } from './until';

/** Who may come in, over the whole product with its settings: docs/periodic.md, 9. It starts five of them. */

vi.setConfig({ testTimeout: 120_000 });

const { address } = openPeriodic();

describe('9: who may come in', () => {
  it('this machine, also with the right token, but not with a wrong one when one is set', async () => {
    const token = 'a token of sixteen';
    const folder = mkdtempSync(path.join(tmpdir(), 'asyground-periodic-'));
    const socketPath = path.join(tmpdir(), `periodic-${process.pid}.sock`);
    const flags = ['--periodic-token', token, '--periodic-socket', socketPath, '--periodic-shutdown', 'on'];
    const product = await startProduct(['--backends', '1', ...flags], folder);
    try {
      const tcp = periodicAddress(product.log());
      const withToken = (sent: string) =>
        ({ dialect: 'crc', role: 'client', credentials: { name: 'me', token: sent } }) as const;
      await PeriodicClient.connect(tcp, withToken(token));
      await expect(PeriodicClient.connect(tcp, withToken(`${token}!`))).rejects.toThrow(/closed/);
      const local = await PeriodicClient.connect(`unix://${socketPath}`, { dialect: 'seed', role: 'client' });
      expect(await local.ask({ name: 'PING' })).toBe(local.body({ name: 'PONG' }));
      local.send({ name: 'SHUTDOWN' });
      await local.closed();
      await expect(PeriodicClient.dial(tcp, 'seed')).rejects.toThrow(/ECONNREFUSED/);
      expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
    } finally {
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    }
    expect(existsSync(socketPath)).toBe(false);
  });

  it('nobody from elsewhere without a token, nor where the port is taken; the rest goes on', async () => {
    const taken = new URL(address()).port;
    for (const [flags, words] of [
      [['--periodic-host', '0.0.0.0'], 'PERIODIC_TOKEN'],
      [['--periodic-port', taken], `port ${taken} on 127.0.0.1 is taken`],
      [['--periodic', 'off'], undefined],
    ] as const) {
      const product = await startProduct(['--backends', '1', ...flags]);
      try {
        expect(product.log()).not.toContain('Periodic is at');
        // What the front logs comes another way than what the supervisor prints.
        if (words !== undefined) await until(words, () => product.log().includes(words));
        expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      } finally {
        await product.stop();
      }
    }
  });
});
