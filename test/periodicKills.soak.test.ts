import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Role } from '@/core/periodic/command';
import { freePort } from './parts';
import { PeriodicClient, periodicAddress } from './periodicClient';
import { makeJob, nowSeconds, SUCCESS } from './periodicWorld';
import { processes } from './processes';
import { startProduct, type Product } from './product';
import { until } from './until';

vi.setConfig({ testTimeout: 60_000 });

/** No job is lost and none is done twice without need, whatever dies: docs/periodic.md, 3 and 8. */

let product: Product;
const folders: string[] = [];
const open: PeriodicClient[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) client.close();
  await product?.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** On a port that stays the same when the front is started again. */
async function start(folder = mkdtempSync(path.join(tmpdir(), 'asyground-periodic-'))): Promise<string> {
  folders.push(folder);
  product = await startProduct(['--backends', '1', '--periodic-port', String(await freePort())], folder);
  return periodicAddress(product.log());
}

async function connect(address: string, role: Role): Promise<PeriodicClient> {
  const client = await until('a connection', () =>
    PeriodicClient.connect(address, { dialect: 'crc', role }).catch(() => undefined),
  );
  open.push(client);
  return client;
}

async function serving(address: string, func: string): Promise<PeriodicClient> {
  const worker = await connect(address, 'worker');
  await worker.canDo(func);
  return worker;
}

function kill(mark: 'server.mjs' | 'redis-server'): void {
  const instance = String(statSync(product.dataFolder).ino);
  const found = processes().find(
    ({ command }) => command.includes(mark) && (command.includes(instance) || command.includes(product.dataFolder)),
  );
  expect(found, mark).toBeDefined();
  process.kill(found?.pid ?? 0, 'SIGKILL');
}

async function jobsOf(client: PeriodicClient, func: string): Promise<number> {
  const body = await client.ask({ name: 'STATUS' });
  return Number(new RegExp(`${func},\\d+,(\\d+),`).exec(body)?.[1] ?? 0);
}

describe('the front is killed', () => {
  it('loses no job that was acknowledged; what ran is pending', async () => {
    const address = await start();
    const [client, worker] = [await connect(address, 'client'), await serving(address, 'f')];
    const submit = (name: string, schedAtSeconds = 0) =>
      client.ask({ name: 'SUBMIT_JOB', job: makeJob('f', name, { schedAtSeconds }) });
    for (const name of ['running', 'waiting']) expect(await submit(name)).toBe(client.body(SUCCESS));
    expect(await submit('later', nowSeconds() + 2)).toBe(client.body(SUCCESS));
    expect(await worker.grab()).toMatchObject({ name: 'running' });
    kill('server.mjs');
    await Promise.all([client.closed(), worker.closed()]);
    const next = await serving(address, 'f');
    const names = [await next.grab(), await next.grab(), await next.grab()].map(({ name }) => name);
    expect(names).toEqual(['running', 'waiting', 'later']);
  });
});

describe('Redis is killed', () => {
  it('loses no job that was acknowledged, and goes on with those who are connected', async () => {
    const address = await start();
    const [caller, worker] = [await connect(address, 'client'), await serving(address, 'f')];
    const waiting = caller.ask({ name: 'RUN_JOB', job: makeJob('f', 'running') });
    const running = await worker.grab();
    const idle = worker.grab();
    const submitter = await connect(address, 'client');
    let [sent, acknowledged] = [0, 0];
    const submitting = (async () => {
      for (;;) {
        sent += 1;
        const job = makeJob('g', `job-${sent}`, { schedAtSeconds: nowSeconds() + 1000 });
        void submitter.ask({ name: 'SUBMIT_JOB', job }).then(
          () => (acknowledged += 1),
          () => undefined,
        );
        if (submitter.isClosed) return;
        if (sent % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    })();
    await until('many are stored', () => acknowledged > 3000);
    kill('redis-server');
    await submitting;
    const client = await connect(address, 'client');
    expect(await jobsOf(client, 'g')).toBeGreaterThanOrEqual(acknowledged);
    // Neither the one who waits nor the one who works had anything on its way.
    await worker.ask({ name: 'WORK_DONE', handle: running, data: running.workload });
    expect(await waiting).toBe(caller.data('work of running'));
    await client.ask({ name: 'SUBMIT_JOB', job: makeJob('f', 'new') });
    expect(await idle).toMatchObject({ name: 'new' });
  });

  it('assigns again what may have been assigned by an answer that never came', async () => {
    const address = await start();
    const client = await connect(address, 'client');
    const total = 200;
    const names = new Map<string, number>();
    const work = async () => {
      while (names.size < total) {
        try {
          const worker = await serving(address, 'f');
          for (;;) {
            const job = await worker.grab();
            names.set(job.name, (names.get(job.name) ?? 0) + 1);
            await worker.ask({ name: 'WORK_DONE', handle: job, data: job.workload });
            if (names.size === total) worker.close();
          }
        } catch {
          // Its connection was closed with something on its way: it comes again.
        }
      }
    };
    for (let i = 0; i < total; i += 1) await client.ask({ name: 'SUBMIT_JOB', job: makeJob('f', `job-${i}`) });
    const working = Promise.all([work(), work(), work()]);
    await until('some are done', () => names.size > 10);
    kill('redis-server');
    await working;
    expect(names.size).toBe(total);
    const again = await connect(address, 'client');
    await until('nothing is left', async () => (await jobsOf(again, 'f')) === 0);
  });
});

describe('the whole product stops', () => {
  it.each(['SIGTERM', 'SIGKILL'] as const)('by %s, and starts again with all its jobs', async (signal) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'asyground-periodic-'));
    const address = await start(folder);
    const [client, worker] = [await connect(address, 'client'), await serving(address, 'f')];
    await client.ask({ name: 'SUBMIT_JOB', job: makeJob('f', 'running', { runCount: 3 }) });
    await client.ask({ name: 'SUBMIT_JOB', job: makeJob('f', 'far', { schedAtSeconds: nowSeconds() + 5000 }) });
    await client.ask({ name: 'CONFIG_SET', key: 'max-patch', value: 7 });
    await worker.grab();
    process.kill(product.supervisorPid, signal);
    await product.exited;
    const next = await until('the next start', () => start(folder).catch(() => undefined));
    const again = await connect(next, 'client');
    expect(await jobsOf(again, 'f')).toBe(2);
    expect(await again.ask({ name: 'CONFIG_GET', key: 'max-patch' })).toBe(again.body({ name: 'CONFIG', value: 7 }));
    expect(await (await serving(next, 'f')).grab()).toMatchObject({ name: 'running', runCount: 3 });
  });
});
