import { describe, expect, it, vi } from 'vitest';
import { ByteReader } from '@/core/periodic/byteReader';
import { handleKey, readJobs } from '@/core/periodic/job';
import type { Message } from '@/core/periodic/message';
import { AdminClient } from './admin';
import { readAssigned } from './periodicClient';
import { encode, makeJob, nowSeconds, openPeriodic, SUCCESS, UNKNOWN } from './periodicWorld';
import { processesWith } from './processes';
import { until } from './until';

/** The dialects, the numbers and the product's own funcs: docs/periodic.md, "Per dialect", 7 and 10. */

vi.setConfig({ maxConcurrency: 20 });

const { product, connect, openFunc } = openPeriodic();

describe.concurrent.each(['seed', 'crc'] as const)('the %s dialect', (dialect) => {
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
    expect(await client.ask({ name: 'STATUS' })).toMatch(/asy\.render,1,\d+,\d+,[^]*asyground\.contents,1,1,0,/);
  });
});

describe.concurrent('commands of the crc dialect', () => {
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

describe('the admin page', () => {
  it('lists functions, workers, jobs and dead ones; runs, removes and retries them', async () => {
    const admin = await AdminClient.signIn(product(), product().adminToken);
    const jobs = await openFunc('crc', 'admin');
    const { func, worker } = jobs;
    const seen = (part: string, name: string) => admin.see(`periodic.${part}.${handleKey({ func, name })}.state`);
    const act = (action: string, name: string) => admin.act(action, { func, name });
    for (const name of ['far', 'unwanted']) await jobs.submit(name, { schedAtSeconds: nowSeconds() + 5000 });
    await until('the jobs', () => seen('jobs', 'far') === 'future' && seen('jobs', 'unwanted') === 'future');
    expect(admin.see(`periodic.functions.${func}`)).toMatchObject({ workers: 1, jobs: 2, label: func });
    expect(Object.values(admin.see('periodic.workers') ?? {})).toContainEqual(
      expect.objectContaining({ funcLabels: [func] }),
    );
    expect(await act('job.remove', 'unwanted')).toMatchObject({ ok: true });
    expect(await act('job.run', 'unwanted')).toMatchObject({ ok: false });
    expect(await act('job.run', 'far')).toMatchObject({ ok: true });
    expect(await worker.grab()).toMatchObject({ name: 'far' });
    await jobs.done('far', '');
    await jobs.submit('fails', { runCount: 25 });
    await worker.grab();
    await jobs.report({ name: 'WORK_FAIL', handle: { func, name: 'fails' } });
    await until('the dead one', () => seen('dead', 'fails') === 'dead');
    expect(await act('job.retry', 'fails')).toMatchObject({ ok: true });
    expect(await worker.grab()).toMatchObject({ name: 'fails', runCount: 0 });
    const chore = { func: 'asyground.contents', name: 'chore' };
    expect(await admin.act('job.remove', chore)).toMatchObject({ ok: false });
    admin.close();
  });

  it('10: removes a render with its job, running or waiting', async () => {
    const admin = await AdminClient.signIn(product(), product().adminToken);
    const client = await connect('crc', 'client');
    const run = (name: string, files: Record<string, string>) => {
      const request = { files, main: Object.keys(files)[0], options: { duration: 30 } };
      return client.ask({
        name: 'RUN_JOB',
        job: makeJob('asy.render', name, { workload: encode(JSON.stringify(request)) }),
      });
    };
    const health = async () => {
      const answer = await fetch(`${product().url}/api/health`);
      return (await answer.json()) as { tasks: number; backends: { busy: number } };
    };
    const running = run('loops', { 'removed-first.asy': 'while (true);' });
    await until('it runs', () => processesWith('removed-first.asy').length > 0);
    const waiting = run('waits', { 'removed-second.asy': 'while (true);' });
    await until('the other waits', async () => (await health()).tasks === 2);
    for (const name of ['waits', 'loops']) {
      expect(await admin.act('job.remove', { func: 'asy.render', name })).toMatchObject({ ok: true });
    }
    expect([await running, await waiting]).toEqual([client.data('removed'), client.data('removed')]);
    await until('its backend is free', async () => {
      const { tasks, backends } = await health();
      return tasks === 0 && backends.busy === 0 && processesWith('removed-first.asy').length === 0;
    });
    expect(await client.ask({ name: 'STATUS' })).toMatch(/asy\.render,1,0,0,/);
    // Of that name there can be another at once.
    expect(await run('loops', { 'removed-first.asy': 'draw((0,0)--(9,9));' })).toContain('</svg>');
    admin.close();
  });
});

// They concern every connection, and so each test has the product for itself.
describe('7: the numbers', () => {
  it.each(['seed', 'crc'] as const)('are read and set in the %s dialect; SHUTDOWN is off', async (dialect) => {
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

  it('keepalive: a connection that is silent for so long is closed, in either dialect', async () => {
    const client = await connect('crc', 'client');
    const quiet = [await connect('seed', 'worker'), await connect('crc', 'client')];
    await client.ask({ name: 'CONFIG_SET', key: 'keepalive', value: 2 });
    await until('the quiet ones are closed', async () => {
      await client.ask({ name: 'PING' });
      return quiet.every(({ isClosed }) => isClosed);
    });
    await client.ask({ name: 'CONFIG_SET', key: 'keepalive', value: 300 });
  });
});
