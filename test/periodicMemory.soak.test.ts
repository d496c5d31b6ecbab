import { readFileSync, statSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { instanceOf } from '@/platform/dataFolder';
import { makeJob, openPeriodic, SUCCESS } from './periodicWorld';
import { processes } from './processes';
import { until } from './until';

/** Bad clients: bounded memory of the front, and nobody else harmed (docs/periodic.md, "Per dialect"). */

vi.setConfig({ testTimeout: 120_000 });

const { product, connect } = openPeriodic();
const MIB = 1024 * 1024;

async function isAlive(): Promise<boolean> {
  const client = await connect('seed', 'client');
  const isAnswered = (await client.ask({ name: 'PING' })) === client.body({ name: 'PONG' });
  client.close();
  return isAnswered;
}

function frontMegabytes(): number {
  const instance = instanceOf(statSync(product().dataFolder));
  const front = processes().find(
    ({ command }) =>
      command.includes('server.mjs') && (command.includes(instance) || command.includes(product().dataFolder)),
  );
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${front?.pid}/status`, 'utf8'))?.[1]) / 1024;
}

describe('memory', () => {
  it('is not filled by a client that never reads', async () => {
    const storer = await connect('crc', 'client');
    const job = makeJob('large', 'a', { workload: new Uint8Array(12 * MIB), schedAtSeconds: 4_000_000_000 });
    expect(await storer.ask({ name: 'SUBMIT_JOB', job })).toBe(storer.body(SUCCESS));
    const before = frontMegabytes();
    const deaf = await connect('crc', 'client');
    deaf.socket.pause();
    for (let i = 0; i < 200; i += 1) deaf.send({ name: 'DUMP' });
    let most = 0;
    await until(
      'it is cut off',
      async () => {
        expect(await isAlive()).toBe(true);
        most = Math.max(most, frontMegabytes());
        if (!deaf.isClosed) deaf.send({ name: 'PING' });
        return deaf.isClosed;
      },
      60_000,
    );
    await storer.ask({ name: 'REMOVE_JOB', handle: job });
    // 200 answers of 12 MiB would be 2400 MB.
    expect(most - before).toBeLessThan(600);
  });

  it('is not filled by many halves of packets', async () => {
    const before = frontMegabytes();
    const half = new Uint8Array(8 * MIB);
    half.set(Buffer.from('0052455101000000', 'hex'));
    const clients = await Promise.all(Array.from({ length: 100 }, () => connect('seed', 'client')));
    for (const client of clients) client.socket.write(half);
    await until('some are cut off', () => clients.some(({ isClosed }) => isClosed), 60_000);
    expect(await isAlive()).toBe(true);
    // All halves would be 800 MB, in buffers of up to twice their size.
    expect(frontMegabytes() - before).toBeLessThan(700);
    for (const client of clients) client.close();
  });
});
