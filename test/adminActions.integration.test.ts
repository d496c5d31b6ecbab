import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureFile } from '@/core/admin/failure';
import { PAGE_NAMESPACE, type Notice } from '@/core/page';
import { replayJournal } from '@/core/schedule/journal';
import { AdminClient } from './admin';
import { startProduct, type Product } from './product';
import { refusal } from './refusal';
import { until } from './until';

/** docs/admin.md, "Admin actions": what each does, who may do it, and what the log says of it. */

let product: Product;
let admin: AdminClient;
let operator: AdminClient;
let viewer: AdminClient;

beforeAll(async () => {
  product = await startProduct(['--backends', '1', '--keep-failed-sources', 'on']);
  admin = await AdminClient.signIn(product, product.adminToken);
  [operator, viewer] = await Promise.all([signedIn('operator'), signedIn('viewer')]);
  await until('a backend is there', () => Object.keys((admin.see('queue.backends') ?? {}) as object).length === 1);
});
afterAll(async () => {
  for (const client of [admin, operator, viewer]) client?.close();
  await product?.stop();
});

async function signedIn(role: string): Promise<AdminClient> {
  const made = await admin.act('token.create', { name: role, role });
  return AdminClient.signIn(product, made.ok ? (made.shown ?? '') : '');
}

interface Logged {
  readonly who: string;
  readonly action: string;
  readonly what: string;
  readonly before?: string;
  readonly after?: string;
  readonly refused?: string;
}

/** Those that wait or run, as the page lists them. */
const tasks = () =>
  Object.entries((admin.see('queue.tasks') ?? {}) as Record<string, { state: string; taskClass: string }>);

const log = () => (admin.see('audit') ?? []) as unknown as Logged[];
/** What the log says of the last time somebody did this. */
const logged = (action: string, who: string, isRefused = false) =>
  until(`the log tells of ${action} by ${who}`, () =>
    log().find((line) => line.action === action && line.who === who && (line.refused !== undefined) === isRefused),
  );

const render = (text: string, headers: Record<string, string> = {}) =>
  fetch(`${product.url}/render`, { method: 'POST', body: text, headers });
const renderFor = (seconds: number, text: string) =>
  fetch(`${product.url}/render?duration=${seconds}`, { method: 'POST', body: text });
const cacheStatus = async (text: string) => (await render(text)).headers.get('x-cache');

async function share(title: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/links`, {
    method: 'POST',
    body: JSON.stringify({ files: [{ name: 'main.asy', text: 'draw((0,0)--(7,1));' }], main: 'main.asy', title }),
  });
  return ((await answer.json()) as { id: string }).id;
}

const OPERATORS = [
  'announcement.clear',
  'announcement.set',
  'backend.drain',
  'backend.resume',
  'backend.stop',
  'cache.clear',
  'class.pause',
  'class.resume',
  'client.allow',
  'client.block',
  'failure.rerun',
  'failure.source',
  'job.remove',
  'job.retry',
  'job.run',
  'limits.reset',
  'limits.set',
  'limits.undo',
  'link.remove',
  'report.dismiss',
  'requests.end',
  'task.cancel',
  'task.cancelMatching',
  'task.requeue',
  'task.source',
];
const ADMINS = [
  'apiToken.create',
  'apiToken.revoke',
  'maintenance.end',
  'maintenance.start',
  'token.create',
  'token.revoke',
];

describe('roles', () => {
  it('are asked for with every action, and who was refused stands in the log', async () => {
    for (const action of [...OPERATORS, ...ADMINS])
      expect([action, await viewer.act(action)]).toMatchObject([action, refusal(/role/)]);
    for (const action of ADMINS)
      expect([action, await operator.act(action)]).toMatchObject([action, refusal(/role admin/)]);
    // Whoever has the role gets as far as being told what is missing.
    for (const action of ['limits.set', 'link.remove', 'task.cancel', 'client.block'])
      expect([action, await operator.act(action)]).not.toMatchObject([action, refusal(/role/)]);
    expect(await logged('token.revoke', 'operator', true)).toMatchObject({ refused: expect.stringContaining('admin') });
    expect(await logged('class.pause', 'viewer', true)).toMatchObject({ refused: expect.stringContaining('operator') });
  });

  it('let no page of another origin in, even with a cookie', async () => {
    const cookie = (admin.socket.io.opts as { extraHeaders?: { cookie: string } }).extraHeaders?.cookie ?? '';
    const foreign = io(`${product.url}/admin`, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      extraHeaders: { cookie, origin: 'https://elsewhere.example' },
    });
    await new Promise((resolve) => foreign.once('connect_error', resolve));
    foreign.close();
  });
});

describe('failures', () => {
  const PROGRAM = 'draw((0,0)--(9,9)); write("so far so good"); nosuchthing(7);';
  const find = (query: string) => operator.ask('failures.find', { query });

  it('stay, are found by cause, and show why they failed', async () => {
    expect((await render(PROGRAM)).status).toBe(422);
    await renderFor(1, 'while(true);');
    const found = await until('it is kept', async () => {
      const answer = await find('cause:failed newer:1h');
      return answer.count > 0 ? answer : undefined;
    });
    expect(found.groups).toMatchObject([
      { cause: 'failed', count: 1, message: expect.stringContaining('nosuchthing') },
    ]);
    const [row] = found.rows;
    expect(row).toMatchObject({
      address: '127.0.0.1',
      owner: 'connection',
      source: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect((await find('cause:timeout')).count + (await find('cause:failed')).count).toBe((await find('')).count);
    await expect(find('colour:red')).rejects.toThrow('not understood');
    const { detail } = await operator.ask('failure.read', { id: row?.id ?? '' });
    expect(detail).toMatchObject({ hasSources: true, limits: { memoryBytes: expect.any(Number) } });
    expect(detail.tail).toContain('nosuchthing');
    expect(detail.worker?.toolchain).toBeTruthy();
    expect(detail.ended.timings).toMatchObject({ asy: expect.any(Number) });
    await expect(viewer.ask('failure.read', { id: row?.id ?? '' })).rejects.toThrow('role operator');
  });

  it('are run again in one step, and fail again; whoever reads their sources stands in the log', async () => {
    const [row] = (await find('cause:failed')).rows;
    const id = row?.id ?? '';
    const again = await operator.act('failure.rerun', { id });
    const task = again.ok ? (again.shown ?? '') : '';
    const twice = await until('it has failed again', async () => {
      const answer = await find(`source:${row?.source}`);
      return answer.count === 2 ? answer : undefined;
    });
    expect(twice.rows[0]).toMatchObject({ task, owner: 'detached', client: 'admin:operator' });
    expect(await operator.act('failure.source', { id })).toMatchObject({ ok: true, shown: `// main.asy\n${PROGRAM}` });
    expect(await logged('failure.source', 'operator')).toMatchObject({ what: `the sources of ${row?.task}` });
    expect(await logged('failure.rerun', 'operator')).toMatchObject({
      before: 'failed',
      after: `runs again as ${task}`,
    });
  });

  it('are downloaded as one file that does their decisions again in the simulator', async () => {
    const [row] = (await find('cause:failed owner:connection')).rows;
    const cookie = (operator.socket.io.opts as { extraHeaders?: { cookie: string } }).extraHeaders?.cookie ?? '';
    const download = (headers: Record<string, string>) =>
      fetch(`${product.url}/api/admin/failures/${row?.id}`, { headers });
    expect((await download({})).status).toBe(403);
    const file = await until('its decisions are written', async () => {
      const read = failureFile.parse(await (await download({ cookie })).json());
      const events = read.journal.flatMap(({ entries }) => entries.map(({ event }) => event));
      return events.some(({ kind, task }) => kind === 'finished' && task === row?.task) ? read : undefined;
    });
    const steps = replayJournal(file.journal);
    expect(steps.filter(({ recorded, simulated }) => recorded !== simulated)).toEqual([]);
    expect(steps.map(({ recorded }) => recorded).join('')).toContain(`"kind":"permit","task":"${row?.task}"`);
    const saved = path.join(product.dataFolder, 'failure.json');
    writeFileSync(saved, JSON.stringify(file));
    const said = execFileSync(process.execPath, ['cli/asyground.mjs', 'replay', saved], { encoding: 'utf8' });
    expect(said).toContain(' events done again, 0 decided differently.');
    expect(await logged('failure.download', 'operator')).toMatchObject({
      what: expect.stringContaining(row?.task ?? '-'),
    });
  });
});

describe('everything that matches', () => {
  it('is counted, foreseen, and cancelled by the leader', async () => {
    await operator.act('class.pause', { class: 'slow' });
    const sent = [1, 2, 3].map((y) => renderFor(20, `draw((0,0)--(50,${y}));`));
    await until('they wait', async () => (await viewer.ask('tasks.count', { query: 'class:slow' })).waiting === 3);
    const resumed = await operator.ask('queue.foresee', { change: { set: 'resume', class: 'slow' } });
    expect(resumed.rows).toMatchObject([{ taskClass: 'slow', tasks: 3, before: { stuck: 3 }, after: { stuck: 0 } }]);
    expect(resumed.rows[0]?.after.longestSeconds).toBeGreaterThan(0);
    expect(await operator.act('task.cancelMatching', { query: 'class:slow state:running' })).toMatchObject({
      shown: '0',
    });
    expect(await operator.act('task.cancelMatching', { query: 'class:slow' })).toMatchObject({ shown: '3' });
    for (const answer of await Promise.all(sent)) expect(answer.status).toBeGreaterThanOrEqual(400);
    expect((await viewer.ask('tasks.count', { query: 'class:slow' })).waiting).toBe(0);
    const entry = await until('the log has counts', () =>
      log().find(({ what, before }) => what === 'tasks that match class:slow' && before?.startsWith('3')),
    );
    expect(entry).toMatchObject({ after: '0 waiting, 0 running' });
    await operator.act('class.resume', { class: 'slow' });
  });
});

describe('shared links', () => {
  it('are listed, reported, and removed with what was said about them', async () => {
    const id = await share('A spoiler');
    const other = await share('A flower');
    const report = (link: string, words: string) =>
      fetch(`${product.url}/api/links/${link}/report`, { method: 'POST', body: JSON.stringify({ words }) });
    await report(id, 'This is the answer.');
    await report(other, 'I do not like flowers.');
    await until('both are listed', () => viewer.see(`links.links.${id}.title`) && viewer.see(`links.links.${other}`));
    const reports = () => Object.values((operator.see('links.reports') ?? {}) as Record<string, { link: string }>);
    await until('both reports have come', () => reports().length === 2);

    expect(await operator.act('link.remove', { id })).toEqual({ ok: true });
    expect((await fetch(`${product.url}/s/${id}`)).status).toBe(404);
    await until('its report is gone', () => reports().length === 1 && reports()[0]?.link === other);
    expect(await logged('link.remove', 'operator')).toMatchObject({ before: 'A spoiler', after: 'removed' });
    expect(await operator.act('link.remove', { id })).toMatchObject(refusal(/no link/));

    const [left] = Object.keys(operator.see('links.reports') as object);
    expect(await operator.act('report.dismiss', { id: left })).toEqual({ ok: true });
    expect(await logged('report.dismiss', 'operator')).toMatchObject({ before: 'I do not like flowers.' });
    expect((await fetch(`${product.url}/s/${other}`)).status).toBe(200);
    expect(await operator.act('report.dismiss', { id: left })).toMatchObject({ ok: false });
  });
});

describe('the cache', () => {
  it('is emptied, and says of how much', async () => {
    const text = 'draw((0,0)--(7,2));';
    await until('it is kept', async () => (await cacheStatus(text)) === 'hit');
    expect(await operator.act('cache.clear')).toEqual({ ok: true });
    expect(await logged('cache.clear', 'operator')).toMatchObject({
      before: expect.stringMatching(/^[1-9]\d* renders?$/),
      after: 'empty',
    });
    expect(await cacheStatus(text)).toBe('miss');
  });
});

describe('tokens of the API', () => {
  it('open it until they are revoked', async () => {
    const made = await admin.act('apiToken.create', { name: 'a book build', role: 'user' });
    const token = made.ok ? made.shown : '';
    const ask = () => fetch(`${product.url}/api/v1/tasks`, { headers: { authorization: `Bearer ${token}` } });
    expect((await ask()).status).toBe(200);
    const tokens = () => Object.entries((admin.see('apiTokens') ?? {}) as Record<string, { name: string }>);
    const [id] = await until('it is listed', () => tokens().find(([, { name }]) => name === 'a book build'));
    expect(JSON.stringify(log())).not.toContain(token);
    expect(await admin.act('apiToken.revoke', { id })).toEqual({ ok: true });
    expect((await ask()).status).toBe(401);
    expect([viewer.see('apiTokens'), operator.see('apiTokens')]).toEqual([undefined, undefined]);
  });
});

describe('the house', () => {
  it('shows an announcement on every open page until it is taken back', async () => {
    const page = io(product.url + PAGE_NAMESPACE, { transports: ['websocket'], forceNew: true });
    const notices: Notice[] = [];
    page.on('notice', (notice: Notice) => notices.push(notice));
    await until('the page is connected', () => page.connected);
    await operator.act('announcement.set', { text: 'Lunch at noon.' });
    await until('it is told', () => JSON.stringify(notices.at(-1)).includes('Lunch at noon.'));
    await operator.act('announcement.clear');
    await until('it is taken back', () => !JSON.stringify(notices.at(-1)).includes('Lunch'));
    page.close();
    expect(await logged('announcement.clear', 'operator')).toMatchObject({ before: 'Lunch at noon.', after: '' });
  });

  it('refuses everybody during maintenance, what is in the cache too', async () => {
    const text = 'draw((0,0)--(7,3));';
    expect((await render(text)).status).toBe(200);
    expect(await admin.act('maintenance.start', { text: 'Back at noon.' })).toEqual({ ok: true });
    const refused = await render(text);
    expect([refused.status, await refused.json()]).toMatchObject([503, { detail: 'Back at noon.' }]);
    await admin.act('maintenance.end');
    expect((await render(text)).status).toBe(200);
    const name = 'made at the first start';
    expect(await logged('maintenance.end', name)).toMatchObject({ before: 'Back at noon.', after: 'off' });
  });

  it('blocks by the name of a client, as the page lists it, and allows again', async () => {
    const text = 'draw((0,0)--(7,4));';
    const who = 'address:127.0.0.1';
    expect((await render(text)).status).toBe(200);
    expect(await operator.act('client.block', { who })).toEqual({ ok: true });
    expect((await render(text)).status).toBe(403);
    expect(await operator.act('client.allow', { who })).toEqual({ ok: true });
    expect((await render(text)).status).toBe(200);
    expect(await logged('client.block', 'operator')).toMatchObject({ what: who, before: 'allowed', after: 'blocked' });
  });
});

describe('the line', () => {
  const levels = () =>
    ((admin.see('queue.levels') ?? []) as unknown as { durationSeconds: number; limit: string }[])
      .map(({ durationSeconds, limit }) => `${durationSeconds}:${limit}`)
      .join();

  it('takes changed limits back, and a change that was taken back again', async () => {
    const configured = levels();
    const changed = '3:100%,10:1,30:1';
    expect(await operator.act('limits.set', { levels: changed })).toEqual({ ok: true });
    await until('they are in force', () => levels() === changed);
    expect(await operator.act('limits.undo')).toEqual({ ok: true });
    await until('they are as before', () => levels() === configured);
    expect(await logged('limits.undo', 'operator')).toMatchObject({ before: changed, after: expect.any(String) });
    expect(await operator.act('limits.undo')).toEqual({ ok: true });
    await until('they are changed again', () => levels() === changed);
    expect(await operator.act('limits.reset')).toEqual({ ok: true });
    await until('they are as configured', () => levels() === configured);
    expect(await logged('limits.reset', 'operator')).toMatchObject({ before: changed });
  });

  it('keeps its durations while somebody waits', async () => {
    await operator.act('class.pause', { class: 'default' });
    await until('it is paused', () => admin.see('queue.classes.default.paused') === true);
    const waiting = render('draw((0,0)--(7,5));');
    await until('somebody waits', () => admin.see('queue.classes.default.waiting') === 1);
    expect(await operator.act('limits.set', { levels: '4,20' })).toMatchObject({
      ...refusal(/queue is empty; 1/),
      reason: { code: 'durations-fixed', values: { waiting: 1 } },
    });
    await operator.act('class.resume', { class: 'default' });
    expect((await waiting).status).toBe(200);
  });

  it('drains and stops a backend, with a word in the log about what it ended', async () => {
    const [backend = ''] = Object.keys(admin.see('queue.backends') as object);
    await until('nobody else is shown', () => tasks().length === 0);
    const running = render('while(true);');
    await until('it runs', () => tasks().find(([, { state }]) => state === 'running'));
    expect(await operator.act('backend.stop', { backend })).toEqual({ ok: true });
    expect((await running).status).toBe(503);
    const told = await logged('backend.stop', 'operator');
    expect(told).toMatchObject({ before: 'taking tasks', after: expect.stringMatching(/^draining, \S+ ended$/) });
    expect(await operator.act('backend.resume', { backend })).toEqual({ ok: true });
    expect((await render('draw((0,0)--(7,6));')).status).toBe(200);
    expect(await operator.act('backend.drain', { backend: 'none.1' })).toMatchObject({
      ok: false,
      error: /no backend/,
    });
  });

  it('puts batch work back in the queue, and nothing else', async () => {
    // What an earlier try may have left.
    await operator.act('class.resume', { class: 'batch' });
    await until('nobody else is shown', () => tasks().length === 0);
    const async = await render('while(true);', { prefer: 'respond-async' });
    const status = async.headers.get('location') ?? '';
    const [task] = await until('it runs', () =>
      tasks().find(([, { state, taskClass }]) => state === 'running' && taskClass === 'batch'),
    );
    await operator.act('class.pause', { class: 'batch' });
    await until('batch is paused', () => admin.see('queue.classes.batch.paused') === true);
    expect(await operator.act('task.requeue', { tasks: [task] })).toEqual({ ok: true });
    await until('it waits again', () => tasks().some(([id, { state }]) => id === task && state === 'waiting'));
    expect(await logged('task.requeue', 'operator')).toMatchObject({ before: 'running', after: 'waiting' });
    expect(await operator.act('task.requeue', { tasks: [task] })).toMatchObject({ ok: false });
    expect(await operator.act('task.cancel', { tasks: [task] })).toEqual({ ok: true });
    await until('it is gone', () => tasks().length === 0);
    expect(await logged('task.cancel', 'operator')).toMatchObject({ before: '1 waiting', after: 'cancelled' });
    await operator.act('class.resume', { class: 'batch' });
    const ended = await fetch(new URL(status, product.url));
    expect(ended.status).toBe(410);
  });
});
