import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect } from 'vitest';
import { instanceOf } from '@/platform/dataFolder';
import type { Role } from '@/core/periodic/command';
import { freePort } from './parts';
import { PeriodicClient, periodicAddress } from './periodicClient';
import { processes } from './processes';
import { startProduct, type Product } from './product';
import { until } from './until';

/** A product for each test, parts of which are killed under its Periodic clients and workers. */
export function openKillable() {
  let product: Product;
  const folders: string[] = [];
  const open: PeriodicClient[] = [];
  afterEach(async () => {
    for (const client of open.splice(0)) client.close();
    await product?.stop();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  /** On a port that stays the same when the front is started again. */
  const start = async (folder = mkdtempSync(path.join(tmpdir(), 'asyground-periodic-'))): Promise<string> => {
    folders.push(folder);
    product = await startProduct(['--backends', '1', '--periodic-port', String(await freePort())], folder);
    return periodicAddress(product.log());
  };
  const connect = async (address: string, role: Role): Promise<PeriodicClient> => {
    const client = await until('a connection', () =>
      PeriodicClient.connect(address, { dialect: 'crc', role }).catch(() => undefined),
    );
    open.push(client);
    return client;
  };
  const serving = async (address: string, func: string): Promise<PeriodicClient> => {
    const worker = await connect(address, 'worker');
    await worker.canDo(func);
    return worker;
  };
  const kill = (mark: 'server.mjs' | 'redis-server'): void => {
    const instance = instanceOf(statSync(product.dataFolder));
    const found = processes().find(
      ({ command }) => command.includes(mark) && (command.includes(instance) || command.includes(product.dataFolder)),
    );
    expect(found, mark).toBeDefined();
    process.kill(found?.pid ?? 0, 'SIGKILL');
  };
  return { product: () => product, start, connect, serving, kill };
}

export async function jobsOf(client: PeriodicClient, func: string): Promise<number> {
  const body = await client.ask({ name: 'STATUS' });
  return Number(new RegExp(`${func},\\d+,(\\d+),`).exec(body)?.[1] ?? 0);
}
