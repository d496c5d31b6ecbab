import { execFileSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { QueueState } from '@/core/admin/queueState';
import { webhookMessage, type WebhookMessage } from '@/core/admin/webhook';
import { permitMessage, readMessage, type WorkerHeartbeat } from '@/core/messages';
import { KEYS } from '@/platform/redis/keys';
import type { AlarmCode } from '@/core/admin/reason';
import { AdminClient } from './admin';
import { startPartAlone, startRedis, type RunningPart, type RunningRedis } from './parts';
import { startProduct, type Product } from './product';
import { until } from './until';

/** docs/operating.md, "Alarms": each is provoked, and is then in /api/health, in /metrics and on the admin page. */

const TOKEN = 'a token of many letters';
let redis: RunningRedis;
let connection: Redis;
let front: Product;
let admin: AdminClient;
const parts: RunningPart[] = [];

beforeAll(async () => {
  redis = await startRedis();
  connection = new Redis(redis.url);
  front = await startFront();
  admin = await AdminClient.signIn(front, TOKEN);
});
afterAll(async () => {
  admin?.close();
  for (const part of [...parts, front]) await part?.stop();
  connection?.disconnect();
  redis?.stop();
});

function startFront(flags: string[] = []): Promise<Product> {
  const own = ['--role', 'front', '--redis-url', redis.url, '--admin-token', TOKEN, '--periodic', 'off'];
  return startProduct([...own, ...flags]);
}

function start(...flags: string[]): RunningPart {
  const part = startPartAlone([...flags, '--redis-url', redis.url]);
  parts.push(part);
  return part;
}

type Alarms = readonly { readonly code: AlarmCode; readonly message: string }[];
const codes = (alarms: Alarms | undefined) => (alarms ?? []).map(({ code }) => code);

async function health(of = front): Promise<{ status: number; alarms: Alarms }> {
  const answer = await fetch(`${of.url}/api/health`);
  return { status: answer.status, alarms: ((await answer.json()) as { alarms: Alarms }).alarms };
}

async function isCounted(code: AlarmCode): Promise<boolean> {
  return (await (await fetch(`${front.url}/metrics`)).text()).includes(`asyground_alarm{code="${code}"} 1`);
}

const onPage = (code: AlarmCode) => codes(admin.see('health.alarms') as Alarms | undefined).includes(code);

async function expectAlarm(code: AlarmCode): Promise<void> {
  await until(`${code} in /api/health`, async () => codes((await health()).alarms).includes(code));
  await until(`${code} in /metrics`, () => isCounted(code));
  await until(`${code} on the page`, () => onPage(code));
}

async function expectQuiet(code: AlarmCode): Promise<void> {
  await until(`no ${code}`, async () => !codes((await health()).alarms).includes(code) && !onPage(code));
}

const CARD: WorkerHeartbeat = {
  ...{ worker: 'w-strange', hostKey: 'elsewhere', backends: [], busy: {}, host: 'elsewhere', startedAtMs: 0 },
  ...{ version: '0.0.1', toolchain: 'asy-2.47', differing: [], walls: { root: true, cgroup: 'v2', held: 47 } },
};

/** As a worker on another machine would. */
async function join(heartbeat: WorkerHeartbeat): Promise<void> {
  await connection
    .multi()
    .set(KEYS.worker(heartbeat.worker), JSON.stringify(heartbeat))
    .sadd(KEYS.workers, heartbeat.worker)
    .exec();
}
const leave = () => connection.multi().del(KEYS.worker(CARD.worker)).srem(KEYS.workers, CARD.worker).exec();

describe('alarms', () => {
  it('nobody leads, no backend is there: nothing is rendered, so /api/health answers 503', async () => {
    for (const code of ['no-scheduler', 'no-backend'] as const) await expectAlarm(code);
    expect((await health()).status).toBe(503);
    start('--role', 'scheduler');
    start('--role', 'worker', '--backends', '1');
    for (const code of ['no-scheduler', 'no-backend'] as const) await expectQuiet(code);
    await until('all is well', async () => (await health()).status === 200);
  });

  it('workers have different versions, or a shortcut drew something else', async () => {
    await join(CARD);
    await expectAlarm('versions-differ');
    await join({ ...CARD, differing: ['warm'] });
    await expectAlarm('shortcut-differs');
    expect((await health()).status).toBe(200);
    await leave();
    for (const code of ['versions-differ', 'shortcut-differs'] as const) await expectQuiet(code);
  });

  it('are told to a webhook, signed, tried again, and told to be over; a redirect leads nowhere', async () => {
    const heard: { readonly body: WebhookMessage; readonly isSigned: boolean }[] = [];
    let [secret, failures, stray] = ['', 1, 0];
    const receiver = createServer((request, response) => {
      if (request.url === '/elsewhere') stray += 1;
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        if (request.url === '/moved') return response.writeHead(302, { location: '/elsewhere' }).end();
        if (failures-- > 0) return response.writeHead(500).end();
        const [, at = '', signature = ''] =
          /^t=(\d+),v1=(\w+)$/.exec(String(request.headers['x-asyground-signature'])) ?? [];
        const isSigned = signature === createHmac('sha256', secret).update(`${at}.${text}`).digest('hex');
        heard.push({ body: webhookMessage.parse(JSON.parse(text)), isSigned });
        return response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
    const settings = { afterSeconds: 0, pauseSeconds: 0, severeOnly: false, maxWaitSeconds: 60, maxFailedPercent: 25 };
    expect(await admin.act('webhook.add', { ...settings, url: 'file:///etc/passwd' })).toMatchObject({
      reason: { code: 'bad-webhook' },
    });
    const made = await admin.act('webhook.add', { ...settings, url: `${url}/here` });
    secret = made.ok ? (made.shown ?? '') : '';
    const hooks = () =>
      Object.values((admin.see('webhooks.hooks') ?? {}) as Record<string, { id: string; url: string }>);
    const here = await until('it is listed', () => hooks()[0]?.id);
    expect(await admin.act('webhook.test', { id: here })).toEqual({ ok: true });
    await until('the test has come, the second time', () => heard.some(({ body }) => body.event === 'test'));

    await join(CARD);
    const ofAlarm = (event: string) =>
      heard.find(({ body }) => body.event === event && body.alarm.code === 'versions-differ');
    await until('it is told', () => ofAlarm('firing'));
    await leave();
    await until('it is told to be over', () => ofAlarm('resolved'));
    expect(heard.every(({ isSigned }) => isSigned)).toBe(true);

    // Within a window nothing is told; what is still so afterwards is.
    await admin.act('window.add', { fromMs: 0, untilMs: Date.now() + 3_600_000 });
    heard.length = 0;
    await join(CARD);
    await expectAlarm('versions-differ');
    const told = () => connection.hget(KEYS.alarmsTold, String(here));
    await until('it is pending', async () => (await told())?.includes('"isTold":false'));
    expect(heard).toEqual([]);
    const window = Object.keys(admin.see('webhooks.windows') as object)[0];
    await admin.act('window.remove', { id: window });
    await until('it is told now', () => ofAlarm('firing'));
    await leave();
    await until('and that it is over', () => ofAlarm('resolved'));

    await admin.act('webhook.add', { ...settings, url: `${url}/moved` });
    const moved = await until('it is listed', () => hooks().find((hook) => hook.url.endsWith('/moved'))?.id);
    await admin.act('webhook.test', { id: moved });
    type Rows = readonly { readonly url: string; readonly answer?: string; readonly attempts: number }[];
    const deliveries = () => (admin.see('webhooks.deliveries') ?? []) as Rows;
    await until('it is shown to have failed', () => deliveries().some(({ answer }) => answer === 'HTTP 302'));
    expect(deliveries().some(({ attempts, answer }) => attempts === 2 && answer === 'HTTP 204')).toBe(true);
    expect(stray).toBe(0);
    for (const id of [here, moved]) expect(await admin.act('webhook.remove', { id })).toEqual({ ok: true });
    receiver.close();
  });

  it('Redis is nearly full', async () => {
    const used = Number(/used_memory:(\d+)/.exec(await connection.info('memory'))?.[1]);
    // Room for what goes on meanwhile, but less than a tenth.
    await connection.config('SET', 'maxmemory', Math.round(used * 1.08));
    await expectAlarm('redis-full');
    await connection.config('SET', 'maxmemory', 0);
    await expectQuiet('redis-full');
  });

  it('Redis is slow, then does not answer at all', async () => {
    await until('it is slow', async () => {
      await connection.client('PAUSE', 300, 'ALL');
      return codes((await health()).alarms).includes('redis-slow');
    });
    await connection.client('PAUSE', 4000, 'ALL');
    await until('it is away', async () => codes((await health()).alarms).includes('redis'));
    expect((await health()).status).toBe(503);
    await until('it is back', async () => (await health()).status === 200);
  });

  it('a backend does not pick up its permits, though its worker lives', async () => {
    await parts.pop()?.stop();
    const backend = `${CARD.worker}.1`;
    await join({ ...CARD, backends: [backend] });
    await expectQuiet('no-backend');
    const render = front.client().render({ files: { 'a.asy': 'draw((0,0)--(9,9));' }, main: 'a.asy' });
    for (const code of ['permits-unread', 'no-backend'] as const) await expectAlarm(code);
    expect((await health()).status).toBe(503);
    await until('it is heard of again', async () => {
      const permit = readMessage(permitMessage, (await connection.lpop(KEYS.permits(backend))) ?? '');
      const word = { type: 'permit-unused', permit: permit?.permit, wasEmpty: false };
      if (permit) await connection.xadd(KEYS.incoming, '*', 'message', JSON.stringify(word));
      return !codes((await health()).alarms).includes('permits-unread');
    });
    await leave();
    start('--role', 'worker', '--backends', '1');
    expect((await render.finished).ending.kind).toBe('complete');
    await expectQuiet('permits-unread');
  });

  it('estimates are far off', async () => {
    for (const part of parts) await part.stop();
    parts.length = 0;
    const state = JSON.parse((await connection.get(KEYS.queueState)) ?? '{}') as QueueState;
    const calibration = { pairs: 200, meanWaitSeconds: 10, meanErrorSeconds: 8, relativeError: 0.8 };
    const published = { ...state, calibration: { ...calibration, goodShare: 0.1, boundShare: 0.2 } };
    await connection.set(KEYS.queueState, JSON.stringify(published));
    await expectAlarm('estimates-off');
  });
});

/** Needs root: a small disk must be mounted. */
describe.runIf(process.getuid?.() === 0)('a disk', () => {
  it('that is nearly full is told of, with the setting that leads to it', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'asyground-small-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m', 'tmpfs', folder]);
    try {
      const other = await startFront(['--blob-folder', folder]);
      const { alarms } = await health(other);
      expect(alarms.find(({ code }) => code === 'disk-full')?.message).toMatch(/^6\d MiB left .* of BLOB_FOLDER\.$/);
      await other.stop();
    } finally {
      execFileSync('umount', ['-l', folder]);
      rmSync(folder, { recursive: true });
    }
  });
});
