import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { WebSocket, type ClientOptions } from 'ws';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AsyonlineClient } from '@/client/client';
import { webSocketTransport } from '@/client/webSocketTransport';
import type { EndedTask } from '@/core/admin/endedTask';
import { AdminClient } from './admin';
import { freePort } from './parts';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { until } from './until';

/**
 * docs/proxies: each configuration as it stands there, with the addresses and the certificate of this test. Everything is
 * below a path, and the proxy's own clients come from another address of this machine.
 */

const CLIENT_ADDRESS = '127.0.0.2';
const work = mkdtempSync(path.join(tmpdir(), 'asyground-proxies-'));
const certificate = { cert: path.join(work, 'cert.pem'), key: path.join(work, 'key.pem') };
const started: ChildProcess[] = [];
let product: Product;

beforeAll(async () => {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', certificate.key, '-out', certificate.cert];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', ...files, ...subject], {
    stdio: 'ignore',
  });
  product = await startProduct([
    ...['--base-path', '/asy/', '--trusted-proxies', '127.0.0.1', '--backends', '1', ...WITHOUT_CACHE],
    ...['--proxy-user-header', 'X-Forwarded-User', '--proxy-roles', 'alice:admin'],
  ]);
});
afterAll(async () => {
  for (const child of started) child.kill('SIGTERM');
  await product?.stop();
  rmSync(work, { recursive: true });
});

/** The file of docs/proxies with what is different here; every line that is replaced must be there. */
function configuration(name: string, changes: Readonly<Record<string, string>>): string {
  let contents = readFileSync(path.join('docs', 'proxies', name), 'utf8');
  for (const [from, to] of Object.entries({ '127.0.0.1:3000': new URL(product.url).host, ...changes })) {
    expect([name, contents.includes(from)]).toEqual([name, true]);
    contents = contents.replaceAll(from, to);
  }
  const file = path.join(work, name);
  writeFileSync(file, contents);
  return file;
}

interface Answer {
  readonly status: number;
  readonly body: string;
}

function ask(port: number, place: string, headers: Record<string, string> = {}, options: RequestOptions = {}) {
  return new Promise<Answer>((resolve, reject) => {
    const where = { host: '127.0.0.1', port, path: place, localAddress: CLIENT_ADDRESS, rejectUnauthorized: false };
    const asked = httpsRequest({ ...where, headers: { host: `localhost:${port}`, ...headers }, ...options }, (answer) =>
      text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject),
    );
    asked.once('error', reject);
    asked.end();
  });
}

async function start(file: string, args: readonly string[], port: number): Promise<void> {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, HOME: work } });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  started.push(child);
  await until(`${file} answers (${said})`, () =>
    ask(port, '/').then(
      () => true,
      () => false,
    ),
  );
}

async function startNginx(name: string, more: Readonly<Record<string, string>> = {}): Promise<number> {
  const port = await freePort();
  const config = configuration(name, {
    'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
    'server_name asy.example.org': 'server_name localhost',
    '/etc/ssl/asy.example.org.pem': certificate.cert,
    '/etc/ssl/asy.example.org.key': certificate.key,
    ...more,
  });
  const folder = path.join(work, `run-${port}`);
  execFileSync('mkdir', [folder]);
  const paths = ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    const directive = kind === 'body' ? 'client_body_temp_path' : `${kind}_temp_path`;
    return `${directive} ${folder}/${kind};`;
  });
  // Where an ordinary nginx of Debian has its own places.
  const contents = readFileSync(config, 'utf8').replace('http {', `http { access_log off; ${paths.join(' ')}`);
  writeFileSync(config, `pid ${folder}/pid; error_log stderr; daemon off;\n${contents}`);
  await start('/usr/sbin/nginx', ['-p', folder, '-c', config], port);
  return port;
}

async function startCaddy(): Promise<number> {
  const port = await freePort();
  const site = `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate.cert} ${certificate.key}`;
  const config = configuration('Caddyfile', { 'asy.example.org {': site });
  const options = '{\n\tadmin off\n\tauto_https disable_redirects\n}\n';
  writeFileSync(config, options + readFileSync(config, 'utf8'));
  await start('/usr/bin/caddy', ['run', '--adapter', 'caddyfile', '--config', config], port);
  return port;
}

/** A socket as a browser opens it, from the address of the client. */
function clientOf(port: number, headers: Record<string, string> = {}): AsyonlineClient {
  class Through extends WebSocket {
    constructor(address: string, protocols?: string | string[]) {
      const options: ClientOptions & { localAddress: string } = {
        ...{ rejectUnauthorized: false, localAddress: CLIENT_ADDRESS, family: 4, headers },
      };
      super(address, protocols, options);
    }
  }
  return new AsyonlineClient({ url: `wss://localhost:${port}/asy`, transport: webSocketTransport(Through) });
}

/** Whom a task came from that ended since then. */
async function taskSince(atMs: number): Promise<EndedTask> {
  const admin = await AdminClient.signIn(product, product.adminToken);
  try {
    return await until('the task is listed', () => {
      const rows = Object.values((admin.see('ended') ?? {}) as Record<string, EndedTask>);
      return rows.find(({ endedAtMs, client }) => endedAtMs >= atMs && client !== 'asyground');
    });
  } finally {
    admin.close();
  }
}

describe.each([
  ['nginx', () => startNginx('nginx.conf')],
  ['Caddy', startCaddy],
])('behind %s', (_, open) => {
  it('pages, sockets, client addresses and private metrics are as they should be', async () => {
    const port = await open();
    const page = await ask(port, '/asy/gallery');
    expect([page.status, page.body.includes('src="/asy/_next/')]).toEqual([200, true]);
    for (const outside of ['/', '/gallery', '/render']) expect((await ask(port, outside)).status).toBe(404);
    expect((await ask(port, '/asy/metrics')).status).toBe(403);
    const began = Date.now();
    const main = 'main.asy';
    // What a client writes there itself is not believed.
    const client = clientOf(port, { 'x-forwarded-for': '203.0.113.9' });
    const { ending } = await client.render({ files: { [main]: 'draw((0,0)--(9,9));' }, main }).finished;
    expect(ending.kind).toBe('complete');
    expect(await taskSince(began)).toMatchObject({ address: CLIENT_ADDRESS });
  });
});

describe('people who sign in at nginx', () => {
  it('are named by it, and by nobody else', async () => {
    const htpasswd = path.join(work, 'htpasswd');
    const hash = execFileSync('openssl', ['passwd', '-apr1', 'secret'], { encoding: 'utf8' }).trim();
    writeFileSync(htpasswd, ['alice', 'bob'].map((name) => `${name}:${hash}\n`).join(''), { mode: 0o644 });
    spawnSync('chmod', ['755', work]);
    const port = await startNginx('nginx-sign-in.conf', { '/etc/nginx/asyground.htpasswd': htpasswd });
    const basic = (name: string) => ({ authorization: `Basic ${Buffer.from(`${name}:secret`).toString('base64')}` });
    const session = (headers: Record<string, string>) => ask(port, '/asy/api/admin/session', headers);
    expect((await session({})).status).toBe(401);
    expect(JSON.parse((await session(basic('alice'))).body)).toEqual({ name: 'alice', role: 'admin' });
    // Who is no administrator stays none, also with a header of their own.
    expect((await session({ ...basic('bob'), 'x-forwarded-user': 'alice' })).status).toBe(401);
    const began = Date.now();
    const files = { 'main.asy': 'draw((0,0)--(9,9));' };
    const { ending } = await clientOf(port, basic('bob')).render({ files, main: 'main.asy' }).finished;
    expect(ending.kind).toBe('complete');
    expect(await taskSince(began)).toMatchObject({ client: 'user:bob', address: CLIENT_ADDRESS });
    // Tokens work beside it, and whoever comes past the proxy cannot name anybody.
    const direct = new URL(product.url);
    const other = await fetch(`${product.url}/api/health`);
    expect(other.status).toBe(200);
    const curl = ['-s', '-o', '/dev/null', '-w', '%{http_code}', '--interface', CLIENT_ADDRESS];
    const posed = spawnSync('curl', [...curl, '-H', 'X-Forwarded-User: alice', `${direct.href}/api/health`]);
    expect(posed.stdout.toString()).toBe('403');
  });
});
