import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PANEL_NAMES, readPanel } from '@/core/admin/panels';
import { AdminClient, sessionCookie } from './admin';
import { startProduct, type Product } from './product';
import { refusal } from './refusal';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/admin.md: who may come in, what they see, what the actions do. */

let product: Product;
let admin: AdminClient;
const LEVELS = '3:100%,10:75%,30:50%';

beforeAll(async () => {
  product = await startProduct(['--backends', '2']);
  admin = await AdminClient.signIn(product, product.adminToken);
  await until('both backends are there', () => Object.keys((admin.see('queue.backends') ?? {}) as object).length === 2);
});
afterAll(async () => {
  admin.close();
  await product.stop();
});

const tokenFor = async (role: string) => {
  const answer = await admin.act('token.create', { name: `a ${role}`, role });
  return answer.ok ? (answer.shown ?? '') : '';
};
const busy = async (seconds = 20) => {
  const socket = await RawSocket.open(product);
  socket.add('main.asy', 'while(true);').send('options', { duration: seconds }).send('start', { main: 'main.asy' });
  return socket;
};
let drawn = 0;
/** Each its own: one that was drawn before would not come to the line. */
const draw = async () => {
  const socket = await RawSocket.open(product);
  drawn += 1;
  return socket.add('main.asy', `draw((0,0)--(9,${drawn}));`).send('start', { main: 'main.asy' });
};
const runningTask = () =>
  Object.entries((admin.see('queue.tasks') ?? {}) as Record<string, { state: string }>).find(
    ([, task]) => task.state === 'running',
  )?.[0];

describe('access', () => {
  it('refuses whoever has no session, a wrong token, a forged cookie, another origin', async () => {
    expect((await fetch(`${product.url}/api/admin/session`)).status).toBe(401);
    expect(await sessionCookie(product, 'wrong')).toBeUndefined();
    const forged = { cookie: `asyground-admin=first.${Date.now() + 1e6}.AAAA` };
    expect((await fetch(`${product.url}/api/admin/session`, { headers: forged })).status).toBe(401);
    const foreign = await fetch(`${product.url}/api/admin/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'https://elsewhere.example' },
      body: JSON.stringify({ token: product.adminToken }),
    });
    expect(foreign.status).toBe(403);
    const answer = await fetch(`${product.url}/api/admin/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: product.adminToken }),
    });
    expect(answer.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Strict/);
    await expect(AdminClient.signIn(product, 'wrong')).rejects.toThrow('Sign in');
  });

  it('gives each role what it may see and do, and writes down what was done and what was refused', async () => {
    const viewer = await AdminClient.signIn(product, await tokenFor('viewer'));
    const operator = await AdminClient.signIn(product, await tokenFor('operator'));
    expect(viewer.see('queue.levels')).toBeDefined();
    expect([viewer.see('audit'), viewer.see('tokens')]).toEqual([undefined, undefined]);
    expect(await viewer.act('class.pause', { class: 'slow' })).toMatchObject({
      ...refusal(/role operator/),
      reason: { code: 'needs-role', values: { needed: 'operator', own: 'viewer' } },
    });
    expect(await operator.act('token.create', { name: 'x', role: 'admin' })).toMatchObject({ ok: false });
    expect(await operator.act('class.pause', { class: 'slow' })).toEqual({ ok: true });
    await until('it is paused', () => viewer.see('queue.classes.slow.paused') === true);
    await operator.act('class.resume', { class: 'slow' });
    await until('the log shows it', () => JSON.stringify(admin.see('audit')).includes('class.resume'));
    expect(admin.see('audit')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ who: 'a operator', action: 'class.pause', before: 'running', after: 'paused' }),
        expect.objectContaining({ who: 'a viewer', action: 'class.pause', refused: expect.stringContaining('role') }),
      ]),
    );
    for (const [client, name] of [
      [viewer, 'a viewer'],
      [operator, 'a operator'],
    ] as const) {
      const line = (admin.see('tokens') as { id: string; name: string }[]).find((token) => token.name === name);
      expect(await admin.act('token.revoke', { id: line?.id })).toEqual({ ok: true });
      await until('its session is over', () => client.ended && !client.socket.connected);
      client.close();
    }
  });

  it('answers nonsense with words', async () => {
    expect(await admin.act('no.such')).toMatchObject({ ok: false, error: 'There is no action no.such.' });
    expect(await admin.act('class.pause', { class: 7 })).toMatchObject({ ok: false });
    expect(await admin.act('class.pause', { class: 'none' })).toMatchObject({
      ...refusal(/no class none/),
      reason: { code: 'unknown-class', values: { name: 'none' } },
    });
    expect(await admin.act('limits.set', { levels: '3,2' })).toMatchObject({
      ...refusal(/ascend/),
      reason: { code: 'bad-levels' },
    });
  });

  it('lets nobody try tokens for long', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 14; i += 1) {
      const answer = await fetch(`${product.url}/api/admin/session`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token: `guess ${i}` }),
      });
      statuses.push(answer.status);
    }
    expect(statuses).toContain(401);
    expect(statuses.at(-1)).toBe(429);
  });
});

it('pushes every panel as its schema says', async () => {
  expect(Object.keys(admin.panels as object).sort()).toEqual([...PANEL_NAMES].sort());
  for (const name of PANEL_NAMES) expect({ name, ...readPanel(name, admin.see(name)) }).toMatchObject({ ok: true });
});

describe('metrics, alert rules and the dashboard', () => {
  const promtool = (args: readonly string[], input = '') => execFileSync('promtool', args, { input, encoding: 'utf8' });
  const expressions = () => {
    const { panels } = JSON.parse(readFileSync('docs/grafana.json', 'utf8')) as {
      panels: { targets: { expr: string }[] }[];
    };
    return panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  };

  it('are what promtool expects of them, and name only what there is', async () => {
    await (await draw()).wait('complete');
    const told = await (await fetch(`${product.url}/metrics`)).text();
    // Its own metrics are as promtool wants them; what comes with Node has names of its own.
    const own = told.split('\n').filter((line) => line.includes('asyground_'));
    promtool(['check', 'metrics'], `${own.join('\n')}\n`);
    expect(promtool(['check', 'rules', 'docs/prometheus/alerts.yml'])).toContain('SUCCESS');
    expect(promtool(['test', 'rules', 'docs/prometheus/alerts.test.yml'])).toContain('SUCCESS');
    const rules = expressions().map((expr, i) => ({ record: `dashboard:panel:${i}`, expr }));
    const dashboard = path.join(product.dataFolder, 'dashboard.yml');
    writeFileSync(dashboard, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    expect(promtool(['check', 'rules', dashboard])).toContain('SUCCESS');
    const named = `${expressions().join(' ')} ${readFileSync('docs/prometheus/alerts.yml', 'utf8')}`;
    for (const [name] of named.matchAll(/\basyground_[a-z_]+/g)) {
      const metric = name.replace(/_(?:bucket|sum|count)$/, '');
      expect(told).toContain(`# TYPE ${metric} `);
    }
  });
});

describe('the line', () => {
  it('shows a task from its start to its end, with the decisions', async () => {
    const socket = await busy(1);
    await until('it runs', () => runningTask() !== undefined);
    const task = runningTask();
    await socket.wait('complete');
    const ended = () =>
      Object.values((admin.see('ended') ?? {}) as Record<string, { task: string; outcome: string }>).find(
        (one) => one.task === task,
      );
    await until('it has ended', () => ended() !== undefined);
    expect(ended()).toMatchObject({ outcome: 'time-limit', taskClass: 'fast', timings: { asy: expect.any(Number) } });
    const decisions = Object.values((admin.see('decisions') ?? {}) as Record<string, { task: string; kind: string }>);
    expect(decisions.filter((one) => one.task === task).map((one) => one.kind)).toEqual(['permit']);
  });

  it('starts nothing of a paused class, and goes on when it is resumed', async () => {
    await admin.act('class.pause', { class: 'default' });
    await until('it is paused', () => admin.see('queue.classes.default.paused') === true);
    const socket = await draw();
    await until('it waits', () => admin.see('queue.classes.default.waiting') === 1);
    await admin.act('class.resume', { class: 'default' });
    expect((await socket.wait('complete')).args).toEqual({});
  });

  it('changes limits at once, and durations when nobody waits', async () => {
    expect(await admin.act('limits.set', { levels: '3:100%,10:1,30:1' })).toEqual({ ok: true });
    await until('the limit is in force', () => JSON.stringify(admin.see('queue.levels')).includes('"limit":"1"'));
    await until('nobody waits', () => admin.see('queue.classes.default.waiting') === 0);
    expect(await admin.act('limits.set', { levels: '4:100%,20:1' })).toEqual({ ok: true });
    await until('there are other classes', () => admin.see('queue.classes.20s') !== undefined);
    const socket = await draw();
    expect((await socket.wait('complete')).args).toEqual({});
    expect(await admin.act('limits.reset')).toEqual({ ok: true });
    await until('all is as before', () => admin.see('queue.classes.slow') !== undefined);
    expect((admin.see('queue.levels') as { limit: string; durationSeconds: number }[]).map(levelText).join()).toBe(
      LEVELS,
    );
  });

  it('drains a backend, stops one, and takes them back', async () => {
    const [one = '', two = ''] = Object.keys(admin.see('queue.backends') as object);
    await admin.act('backend.drain', { backend: one });
    await until('it drains', () => JSON.stringify(admin.see('queue.backends')).includes('"draining":true'));
    const socket = await busy();
    await until('the other is busy', () => runningTask() !== undefined);
    expect(await admin.act('backend.stop', { backend: two })).toEqual({ ok: true });
    expect((await socket.wait('complete')).args).toEqual({ error: 'Execution aborted to free resources' });
    for (const backend of [one, two]) await admin.act('backend.resume', { backend });
    await until('both are back', () => !JSON.stringify(admin.see('queue.backends')).includes('"draining":true'));
    expect((await (await draw()).wait('complete')).args).toEqual({});
  });

  it('cancels a waiting task with a word, and a running one', async () => {
    await admin.act('class.pause', { class: 'default' });
    const waiting = await draw();
    await until('it waits', () => admin.see('queue.classes.default.waiting') === 1);
    const id = Object.keys(admin.see('queue.tasks') as object)[0] ?? '';
    const source = await admin.act('task.source', { task: id });
    expect(source).toMatchObject({ ok: true, shown: expect.stringContaining('draw((0,0)--(9,') });
    await admin.act('task.cancel', { tasks: [id] });
    expect((await waiting.wait('deny')).args).toEqual({ error: 'An administrator has cancelled this task.' });
    await admin.act('class.resume', { class: 'default' });
    const running = await busy();
    await until('it runs', () => runningTask() !== undefined);
    await admin.act('task.cancel', { tasks: [runningTask()] });
    expect((await running.wait('complete')).args).toEqual({ error: 'Execution aborted to free resources' });
  });
});

describe('the house', () => {
  it('refuses tasks during maintenance and from whoever is blocked, with words', async () => {
    await admin.act('maintenance.start', { text: 'Back at noon.' });
    expect((await (await draw()).wait('deny')).args).toEqual({ error: 'Back at noon.' });
    await admin.act('maintenance.end');
    await admin.act('client.block', { who: '127.0.0.1' });
    expect((await (await draw()).wait('deny')).args).toMatchObject({ error: expect.stringContaining('blocked') });
    await admin.act('client.allow', { who: '127.0.0.1' });
    expect((await (await draw()).wait('complete')).args).toEqual({});
  });
});

function levelText({ durationSeconds, limit }: { durationSeconds: number; limit: string }): string {
  return `${durationSeconds}:${limit}`;
}
