import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startPartAlone, startRedis, type RunningPart, type RunningRedis } from './parts';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { RawSocket } from './socket';
import { until } from './until';

/** docs/several-machines.md: the parts apart, around one Redis; schedulers that take over; machines of their own. */

const SECRET = 'a secret of many letters';
let redis: RunningRedis;
const parts: RunningPart[] = [];
const fronts: Product[] = [];
const certificates: string[] = [];

/** While they can still reach Redis: otherwise each would wait for it until its supervisor loses patience. */
async function stopAll(): Promise<void> {
  await Promise.all([...fronts.splice(0), ...parts.splice(0)].map((one) => one.stop()));
  redis?.stop();
  for (const folder of certificates.splice(0)) rmSync(folder, { recursive: true, force: true });
}

function part(flags: string[], lead: string[] = []): RunningPart {
  const started = startPartAlone([...flags, '--redis-url', redis.url], lead);
  parts.push(started);
  return started;
}

async function front(flags: string[] = []): Promise<Product> {
  const started = await startProduct(['--role', 'front', '--redis-url', redis.url, ...WITHOUT_CACHE, ...flags]);
  fronts.push(started);
  return started;
}

async function health(product: Product): Promise<{ backends: { total: number }; alarms: { code: string }[] }> {
  return (await (await fetch(`${product.url}/api/health`)).json()) as never;
}

const render = async (product: Product) =>
  (await product.client().render({ files: { 'main.asy': 'draw((0,0)--(9,9));' }, main: 'main.asy' }).finished).ending;

describe('parts apart on one machine', () => {
  beforeEach(async () => {
    redis = await startRedis();
  });
  afterEach(stopAll);

  it('render together, and say which of them is missing', async () => {
    const scheduler = part(['--role', 'scheduler']);
    // Without an address the worker listens on a unix socket in its own run folder, which fronts here can reach.
    const worker = part(['--role', 'worker']);
    const [one, two] = await Promise.all([front(), front()]);
    await until('a worker has joined', async () => (await health(one)).backends.total > 0);
    expect(await render(one)).toEqual({ kind: 'complete' });
    expect(await render(two)).toEqual({ kind: 'complete' });
    for (const gone of [scheduler, worker]) await gone.stop();
    parts.length = 0;
    expect((await health(one)).alarms.map((alarm) => alarm.code)).toEqual(
      expect.arrayContaining(['no-backend', 'no-scheduler']),
    );
  });

  it('go on when the leading scheduler is killed, and keep what waited', async () => {
    const first = part(['--role', 'scheduler']);
    await until('one leads', () => first.log().includes('this scheduler leads'));
    const second = part(['--role', 'scheduler']);
    part(['--role', 'worker', '--backends', '1']);
    const one = await front();
    await until('a worker has joined', async () => (await health(one)).backends.total > 0);
    const busy = await RawSocket.open(one);
    busy.add('main.asy', 'while(true);').send('options', { duration: 10 }).send('start', { main: 'main.asy' });
    await busy.wait('output');
    const waiting = await RawSocket.open(one);
    waiting.add('main.asy', 'draw((0,0)--(9,9));').send('start', { main: 'main.asy' });
    await waiting.wait('queue');
    await first.stop('SIGKILL');
    await until('the other leads', () => second.log().includes('this scheduler leads'));
    busy.socket.terminate();
    expect((await waiting.wait('complete')).args).toEqual({});
  });

  it('lose the tasks of a killed front and no others', async () => {
    part(['--role', 'scheduler']);
    part(['--role', 'worker', '--backends', '1']);
    const [dying, staying] = await Promise.all([front(), front()]);
    await until('a worker has joined', async () => (await health(staying)).backends.total > 0);
    const doomed = await RawSocket.open(dying);
    doomed.add('main.asy', 'while(true);').send('options', { duration: 30 }).send('start', { main: 'main.asy' });
    await doomed.wait('output');
    const kept = await RawSocket.open(staying);
    kept.add('main.asy', 'draw((0,0)--(9,9));').send('start', { main: 'main.asy' });
    await kept.wait('queue');
    process.kill(dying.supervisorPid, 'SIGKILL');
    expect((await kept.wait('complete')).args).toEqual({});
  });
});

/** Signed by itself, so that it is its own authority. Others may read it: parts run as a user of their own. */
function certificateFor(address: string): { cert: string; key: string } {
  const folder = mkdtempSync(path.join(tmpdir(), 'asyground-tls-'));
  chmodSync(folder, 0o755);
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  const subject = ['-subj', '/CN=worker', '-addext', `subjectAltName=IP:${address}`];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
  execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  chmodSync(key, 0o644);
  certificates.push(folder);
  return { cert, key };
}

const canMakeHosts = process.getuid?.() === 0 && spawnSync('ip', ['netns', 'list']).status === 0;

/** Needs root and iproute2: without them there are no machines to be had. */
describe.runIf(canMakeHosts)('a worker on a machine of its own', () => {
  let made = 0;
  let [host, outside, inside] = ['', '', ''];
  const ip = (...args: string[]) => execFileSync('ip', args);

  beforeEach(async () => {
    // The kernel takes a deleted namespace and its link apart later: each test has names of its own.
    made += 1;
    const mark = `${process.pid % 100000}${made}`;
    [host, outside, inside] = [`asyhost${mark}`, `av${mark}a`, `av${mark}b`];
    ip('netns', 'add', host);
    ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', host);
    ip('addr', 'add', '10.123.45.1/30', 'dev', outside);
    ip('link', 'set', outside, 'up');
    ip('-n', host, 'addr', 'add', '10.123.45.2/30', 'dev', inside);
    ip('-n', host, 'link', 'set', inside, 'up');
    ip('-n', host, 'link', 'set', 'lo', 'up');
    redis = await startRedis('10.123.45.1');
  });
  afterEach(async () => {
    await stopAll();
    // The other end of the link goes with it.
    ip('link', 'delete', outside);
    ip('netns', 'delete', host);
  });

  const worker = (secret: string, ...flags: string[]) =>
    part(
      ['--role', 'worker', '--worker-address', '10.123.45.2:4100', '--worker-secret', secret, ...flags],
      ['ip', 'netns', 'exec', host],
    );

  it('renders over the network, with TLS', async () => {
    const { cert, key } = certificateFor('10.123.45.2');
    part(['--role', 'scheduler']);
    worker(SECRET, '--worker-tls-cert', cert, '--worker-tls-key', key);
    const one = await front(['--worker-secret', SECRET, '--worker-tls-ca', cert]);
    await until('it has joined', async () => (await health(one)).backends.total > 0);
    expect(await render(one)).toEqual({ kind: 'complete' });
  });

  it('takes no connection without the shared secret', async () => {
    part(['--role', 'scheduler']);
    worker('another secret of many letters');
    const one = await front(['--worker-secret', SECRET]);
    await until('it has joined', async () => (await health(one)).backends.total > 0);
    expect(await render(one)).toEqual({ kind: 'denied', error: 'Server error' });
  });
});
