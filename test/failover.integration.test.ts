import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { freePort } from './parts';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { until } from './until';

/** docs/several-machines.md: Redis over TLS with a password, and Redis that fails over. */

const PASSWORD = 'a password: with /@ in it';
const FIGURE = 'draw((0,0)--(9,9));';
const folder = mkdtempSync(path.join(tmpdir(), 'asyground-failover-'));
const servers: ChildProcess[] = [];
let product: Product | undefined;

chmodSync(folder, 0o755);

afterEach(async () => {
  await product?.stop();
  for (const child of servers.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function server(...args: string[]): ChildProcess {
  // A copy begins with a file, which must not lie where others look for theirs.
  const child = spawn('redis-server', args, { cwd: folder, stdio: 'ignore' });
  servers.push(child);
  return child;
}

const render = async () =>
  (await product?.client().render({ files: { 'a.asy': FIGURE }, main: 'a.asy' }).finished)?.ending.kind;

describe('Redis elsewhere', () => {
  it('is reached over TLS, with a password', async () => {
    const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    const subject = ['-subj', '/CN=redis', '-addext', 'subjectAltName=IP:127.0.0.1'];
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1'];
    execFileSync('openssl', ['req', ...kind, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
    chmodSync(cert, 0o644);
    const port = await freePort();
    const tls = [
      '--tls-cert-file',
      cert,
      '--tls-key-file',
      key,
      '--tls-ca-cert-file',
      cert,
      '--tls-auth-clients',
      'no',
    ];
    server('--port', '0', '--tls-port', String(port), '--bind', '127.0.0.1', ...tls, '--requirepass', PASSWORD);
    const url = `rediss://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}?ca=${cert}`;
    product = await startProduct(['--redis-url', url, ...WITHOUT_CACHE]);
    await until('a picture', async () => (await render()) === 'complete');
    expect(product.log()).not.toContain(PASSWORD);
  });

  it('fails over under load, and nothing that had been copied is lost', async () => {
    const [main, copy, watcher] = [await freePort(), await freePort(), await freePort()];
    const shared = ['--bind', '127.0.0.1', '--requirepass', 'pw', '--masterauth', 'pw', '--save', ''];
    const first = server('--port', String(main), ...shared);
    server('--port', String(copy), ...shared, '--replicaof', '127.0.0.1', String(main));
    const settings = path.join(folder, 'sentinel.conf');
    const rules = [
      `port ${watcher}`,
      `sentinel monitor school 127.0.0.1 ${main} 1`,
      'sentinel auth-pass school pw',
      'sentinel down-after-milliseconds school 1000',
      'sentinel failover-timeout school 5000',
    ];
    writeFileSync(settings, `${rules.join('\n')}\n`);
    server(settings, '--sentinel');
    const sentinel = new Redis({ host: '127.0.0.1', port: watcher });
    sentinel.on('error', () => undefined);
    await until('the sentinel knows the copy', async () =>
      ((await sentinel.call('SENTINEL', 'REPLICAS', 'school').catch(() => [])) as unknown[]).some(Boolean),
    );
    product = await startProduct(['--redis-url', `redis+sentinel://:pw@127.0.0.1:${watcher}/school`, ...WITHOUT_CACHE]);
    const { url } = product;
    const links: string[] = [];
    const endings: (string | undefined)[] = [];
    let over = false;
    const load = (async () => {
      while (!over) endings.push(await render());
    })();
    for (let i = 0; i < 5; i += 1) {
      const body = JSON.stringify({ files: [{ name: 'main.asy', text: `${FIGURE} // ${i}` }], main: 'main.asy' });
      const answer = await fetch(`${url}/api/links`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      expect(answer.status).toBe(201);
      links.push(((await answer.json()) as { id: string }).id);
    }
    const replica = new Redis({ host: '127.0.0.1', port: copy, password: 'pw' });
    await until('the copy has the links', async () => (await replica.zcard('{asy}:links')) === links.length);
    replica.disconnect();
    first.kill('SIGKILL');
    const before = endings.length;
    await until(
      'renders work again',
      () => endings.slice(before).filter((end) => end === 'complete').length > 3,
      40_000,
    );
    over = true;
    await load;
    for (const id of links) expect((await fetch(`${url}/s/${id}`)).status).toBe(200);
    sentinel.disconnect();
  });
});
