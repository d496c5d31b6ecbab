import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ByteReader } from '@/core/periodic/byteReader';
import { readJobs } from '@/core/periodic/job';
import type { Message } from '@/core/periodic/message';
import { PeriodicClient, periodicAddress, readAssigned } from './periodicClient';
import { encode, makeJob, nowSeconds, openPeriodic, SUCCESS, UNKNOWN } from './periodicWorld';
import { startProduct } from './product';
import { until } from './until';

vi.setConfig({ testTimeout: 60_000 });

/** The dialects, the numbers, who may come in and the product's own funcs: docs/periodic.md, "Per dialect", 7, 9, 10. */

const { connect, openFunc, address } = openPeriodic();
/** Whoever connects to this address comes from it too. */
const elsewhere = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

describe.each(['seed', 'crc'] as const)('the %s dialect', (dialect) => {
  const isCrc = dialect === 'crc';

  it('greets with four bytes of connection id and answers PING', async () => {
    const client = await connect(dialect, 'client');
    expect(client.greeting?.length).toBe(isCrc ? 5 : 4);
    if (isCrc) expect(client.greeting?.[0]).toBe(0x1e);
    expect(await client.ask({ name: 'PING' })).toBe(client.body({ name: 'PONG' }));
  });

  it('RUN_JOB without a worker waits, or is told so at once', async () => {
    const [client, worker] = [await connect(dialect, 'client'), await connect(dialect, 'worker')];
    const func = `nobody-${dialect}`;
    const running = client.ask({ name: 'RUN_JOB', job: makeJob(func, 'a') });
    if (isCrc) return expect(await running).toBe(client.body({ name: 'NO_WORKER' }));
    await worker.canDo(func);
    const handle = await worker.grab();
    worker.send({ name: 'WORK_DONE', handle, data: encode('at last') });
    expect(await running).toBe(client.data('at last'));
  });

  it('GRAB_JOB is held, and SLEEP is woken', async () => {
    const grab = await openFunc(dialect, 'grab');
    const { func, worker } = grab;
    const sleeping = worker.ask({ name: 'SLEEP' });
    if (!isCrc) {
      expect(await worker.ask({ name: 'GRAB_JOB' })).toBe(worker.body({ name: 'NO_JOB' }));
      expect(worker.told).toEqual([]);
    }
    const grabbing = worker.grab();
    await grab.submit('a');
    expect(await sleeping).toBe(worker.body({ name: 'NOOP' }));
    expect(await grabbing).toMatchObject({ func, name: 'a' });
  });

  it('DUMP gives what LOAD takes', async () => {
    const dump = await openFunc(dialect, 'dump');
    const { func, client } = dump;
    const at = nowSeconds() + 1000;
    await dump.submit('a', { schedAtSeconds: at, runCount: 2 });
    await dump.submit('\u0000\u00ff', { schedAtSeconds: at + 1, workload: new Uint8Array(100_000).fill(200) });
    const read = async () => {
      const body = Buffer.from(await client.ask({ name: 'DUMP' }), 'latin1').subarray(isCrc ? 1 : 0);
      return (readJobs(new ByteReader(body)) ?? []).filter((job) => job.func === func);
    };
    const dumped = await read();
    expect(dumped.map(({ name }) => name).sort()).toEqual(['\u0000\u00ff', 'a']);
    for (const handle of dumped) await client.ask({ name: 'REMOVE_JOB', handle });
    expect(await read()).toEqual([]);
    expect(await client.ask({ name: 'LOAD', jobs: dumped })).toBe(client.body(SUCCESS));
    // In whatever order the store gives them.
    const byName = (one: { name: string }, other: { name: string }) => (one.name < other.name ? -1 : 1);
    expect((await read()).sort(byName)).toEqual([...dumped].sort(byName));
  });

  it('7: knows its numbers; SHUTDOWN is off', async () => {
    const client = await connect(dialect, 'client');
    const defaults = { 'poll-delay': 300, 'revert-delay': 300, timeout: 600, keepalive: 300, 'max-patch': 250, no: 0 };
    const get = (key: string) => client.ask({ name: 'CONFIG_GET', key });
    const set = (key: string, value: number) => client.ask({ name: 'CONFIG_SET', key, value });
    const config = (value: number) => client.body({ name: 'CONFIG', value });
    for (const [key, value] of Object.entries(defaults)) expect(await get(key)).toBe(config(value));
    expect(await set('max-patch', -2)).toBe(client.body(SUCCESS));
    expect(await get('max-patch')).toBe(config(-2));
    await set('max-patch', 250);
    expect(await set('no', 1)).toBe(client.body(SUCCESS));
    expect(await get('no')).toBe(config(0));
    expect(await client.ask({ name: 'SHUTDOWN' })).toBe(client.body(UNKNOWN));
  });

  it('7: closes a connection that is silent for the keepalive', async () => {
    const [client, quiet] = [await connect(dialect, 'client'), await connect(dialect, 'worker')];
    await client.ask({ name: 'CONFIG_SET', key: 'keepalive', value: 3 });
    try {
      await until('the quiet one is closed', async () => {
        await client.ask({ name: 'PING' });
        return quiet.isClosed;
      });
    } finally {
      await client.ask({ name: 'CONFIG_SET', key: 'keepalive', value: 300 });
    }
  });

  it('10: renders with asy.render, in the same line and jails', async () => {
    const client = await connect(dialect, 'client');
    const render = (name: string, request: unknown) => {
      const workload = encode(JSON.stringify(request));
      return client.ask({ name: 'RUN_JOB', job: makeJob('asy.render', `${name}-${dialect}`, { workload }) });
    };
    const files = { 'a.asy': 'draw((0,0)--(9,9));', 'b.asy': 'draw((0,0)--(9,9)' };
    expect(await render('good', { files, main: 'a.asy' })).toContain('</svg>');
    const png = await render('png', { files, main: 'a.asy', options: { format: 'png' } });
    expect(png.slice(isCrc ? 1 : 0)).toMatch(/^\x89PNG/);
    expect(await render('bad', { files, main: 'b.asy' })).toMatch(/failed: Execution failed\n[^]*b\.asy: 1\.1/);
    expect(await render('wrong', { main: 'b.asy' })).toMatch(/bad-message: The workload must be/);
  });

  it('10: keeps its own funcs to itself, and shows them', async () => {
    const [client, worker] = [await connect(dialect, 'client'), await connect(dialect, 'worker')];
    const chore = { func: 'asyground.contents', name: 'chore' };
    const refused: Message[] = [
      { name: 'REMOVE_JOB', handle: chore },
      { name: 'DROP_FUNC', func: 'asy.render' },
      { name: 'SUBMIT_JOB', job: makeJob(chore.func, chore.name) },
    ];
    for (const message of refused) expect(await client.ask(message)).toBe(client.body(UNKNOWN));
    const messageId = worker.send({ name: 'CAN_DO', func: 'asy.render' });
    if (isCrc) expect(await worker.answer(messageId)).toBe(worker.body(UNKNOWN));
    expect(await client.ask({ name: 'STATUS' })).toMatch(/asy\.render,1,0,0,[^]*asyground\.contents,1,1,0,/);
  });
});

describe('commands of the crc dialect', () => {
  it('ACQUIRE and RELEASE: a job waits until its lock is free', async () => {
    const locks = await openFunc('crc', 'locks');
    const { func, worker } = locks;
    for (const name of ['a', 'b']) {
      await locks.submit(name);
      await worker.grab();
    }
    const acquire = (name: string) => worker.ask({ name: 'ACQUIRE', lock: 'l', count: 1, handle: { func, name } });
    expect(await acquire('a')).toBe(worker.body({ name: 'ACQUIRED', isAcquired: true }));
    expect(await acquire('b')).toBe(worker.body({ name: 'ACQUIRED', isAcquired: false }));
    expect((await locks.status())?.slice(0, 4)).toEqual([1, 2, 1, 1]);
    const grabbing = worker.grab();
    await locks.report({ name: 'RELEASE', lock: 'l', handle: { func, name: 'a' } });
    expect(await grabbing).toMatchObject({ name: 'b' });
  });

  it('RECV_DATA and WORK_DATA, JOB_ASSIGNED and JOB_UNASSIGNED', async () => {
    const parts = await openFunc('crc', 'parts');
    const { func, client, worker } = parts;
    const receiving = client.send({ name: 'RECV_DATA', job: parts.job('a') });
    await parts.submit('a');
    const grabId = worker.send({ name: 'GRAB_JOB' });
    readAssigned(await worker.answer(grabId));
    worker.send({ name: 'JOB_ASSIGNED' }, grabId);
    worker.send({ name: 'JOB_UNASSIGNED' }, grabId);
    await worker.grab();
    for (const part of ['one', 'two']) {
      await parts.report({ name: 'WORK_DATA', handle: { func, name: 'a' }, data: encode(part) });
      expect(await client.answer(receiving)).toBe(client.data(part));
    }
    await parts.done('a', 'end');
    expect(await client.answer(receiving)).toBe(client.data('end'));
  });

  it('are served beside the seed dialect: a seed worker does the job of a crc client', async () => {
    const [client, worker] = [await connect('crc', 'client'), await connect('seed', 'worker')];
    await worker.canDo('mixed');
    const running = client.ask({ name: 'RUN_JOB', job: makeJob('mixed', 'a', { timeoutSeconds: 9 }) });
    const job = await worker.grab();
    expect([job.workload.length, job.timeoutSeconds]).toEqual([9, 0]);
    worker.send({ name: 'WORK_DONE', handle: job, data: job.workload });
    expect(await running).toBe(client.data('work of a'));
  });
});

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

  it.skipIf(elsewhere === undefined)('others with the token, when one is set', async () => {
    const token = 'a token of sixteen';
    const product = await startProduct(['--backends', '1', '--periodic-host', '0.0.0.0', '--periodic-token', token]);
    try {
      const { port } = new URL(periodicAddress(product.log()));
      const from = (host: string) => ({
        bare: () => PeriodicClient.connect(`tcp://${host}:${port}`, { dialect: 'seed', role: 'client' }),
        withToken: () => {
          const credentials = { name: 'me', token };
          return PeriodicClient.connect(`tcp://${host}:${port}`, { dialect: 'crc', role: 'worker', credentials });
        },
      });
      await expect(from(elsewhere ?? '').bare()).rejects.toThrow(/closed/);
      expect((await from(elsewhere ?? '').withToken()).greeting).toHaveLength(5);
      expect((await from('127.0.0.1').bare()).greeting).toHaveLength(4);
    } finally {
      await product.stop();
    }
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
        if (words !== undefined) expect(product.log()).toContain(words);
        expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
      } finally {
        await product.stop();
      }
    }
  });
});
