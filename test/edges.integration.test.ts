import { readFileSync, statSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EDGE_LIMITS, GUESS_LIMITS } from '@/core/limits';
import { PeriodicClient, periodicAddress } from './periodicClient';
import { processesWith } from './processes';
import { startProduct, type Product } from './product';
import { until } from './until';

/** docs/security.md, "Before any render" and "Secrets": what strangers send before anybody looks at what they want. */

const PRC_TOKEN = 'token of the request controller';
const PERIODIC_TOKEN = 'token of periodic';

let product: Product;
/** Of a link that somebody made. */
let linkId = '';
let slow: { readonly isClosed: () => boolean };
beforeAll(async () => {
  product = await startProduct(['--prc-token', PRC_TOKEN, '--periodic-token', PERIODIC_TOKEN]);
  slow = openSlowly();
});
afterAll(() => product?.stop());

const port = () => Number(new URL(product.url).port);

/** The whole answer to bytes as they are. */
function raw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = net.connect(port(), '127.0.0.1', () => socket.write(text));
    socket.setEncoding('utf8');
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });
}

const head = (line: string, headers: Record<string, string> = {}) =>
  [
    line,
    ...Object.entries({ host: 'localhost', connection: 'close', ...headers }).map((pair) => pair.join(': ')),
    '',
    '',
  ].join('\r\n');
const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);

function openSlowly(): { isClosed: () => boolean } {
  let isClosed = false;
  const socket = net.connect(port(), '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nhost: lo'));
  // The server says why, and nobody listens.
  socket.resume();
  socket.on('error', () => undefined);
  socket.on('close', () => (isClosed = true));
  return { isClosed: () => isClosed };
}

async function milliseconds(ask: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  for (let i = 0; i < 10; i += 1) await ask();
  return performance.now() - started;
}

describe('addresses and headers', () => {
  const query = (count: number) => `/?${Array.from({ length: count }, () => 'a=b').join('&')}`;

  it('414, 400: long questions and many parameters go no further, and take no longer than a page', async () => {
    const page = await milliseconds(() => fetch(`${product.url}/gallery`).then((answer) => answer.text()));
    const long = await milliseconds(async () =>
      expect((await fetch(`${product.url}${query(15_000)}`)).status).toBe(414),
    );
    expect(long).toBeLessThan(page * 3);
    expect((await fetch(product.url + query(EDGE_LIMITS.maxQueryParameters + 1))).status).toBe(400);
    expect((await fetch(product.url + query(EDGE_LIMITS.maxQueryParameters))).status).toBe(200);
    expect((await fetch(`${product.url}/${'a/'.repeat(20_000)}`)).status).toBe(414);
  });

  it.each(['if-none-match', 'accept', 'accept-language', 'range', 'content-type', 'if-modified-since', 'cookie'])(
    '431: a long %s goes no further',
    async (name) => {
      const value = `a${' '.repeat(60_000)}b`;
      expect(statusOf(await raw(head('GET / HTTP/1.1', { [name]: value })))).toBe(431);
      expect(statusOf(await raw(head('GET /healthz HTTP/1.1', { [name]: 'a'.repeat(900) })))).toBe(200);
    },
  );

  it('answers what is asked about the server as a whole', async () => {
    const answer = await raw(head('OPTIONS * HTTP/1.1'));
    expect(statusOf(answer)).toBe(204);
    expect(answer).toMatch(/^allow: .*POST/im);
    expect(statusOf(await raw(head('GET * HTTP/1.1')))).toBe(400);
    expect(statusOf(await raw(head(`GET ${product.url}/healthz HTTP/1.1`)))).toBe(200);
  });

  it.each(['/render', '/api/links', '/api/admin/session', '/compile/json'])('400: deep JSON at %s', async (place) => {
    const body = `{"files":${'['.repeat(6000)}${']'.repeat(6000)}}`;
    const headers = { 'content-type': 'application/json' };
    const { status } = await fetch(product.url + place, { method: 'POST', headers, body });
    expect([400, 404]).toContain(status);
  });

  it.each([
    ['/render', 'objects', '{"files":[', '{},', '{}]}'],
    ['/render', 'options', '{"files":{"a.asy":""},"options":{"a":[', '0,', '0]}}'],
    ['/api/links', 'objects', '{"main":"a.asy","files":[', '{},', '{}]}'],
    ['/api/admin/session', 'lists', '{"token":[', '[],', '[]]}'],
    ['/api/v1/tasks', 'tasks', '{"continuations":[', '0,', '0]}'],
    ['/api/v1/tasks/add_continuations', 'edges', '[', '0,', '0]'],
  ])('JSON of very many values at %s: %s', async (place, _what, before, piece, after) => {
    const page = await fetch(product.url, { headers: { accept: 'text/html' } });
    const cookie = page.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const headers = { 'content-type': 'application/json', cookie };
    const body = before + piece.repeat(1_000_000 / piece.length) + after;
    const answer = await fetch(product.url + place, { method: 'POST', headers, body });
    expect([400, 422]).toContain(answer.status);
    expect((await answer.text()).length).toBeLessThan(10_000);
    expect(product.log()).not.toContain('stands still');
  });

  it('400: deep JSON of somebody who is known', async () => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${product.adminToken}` };
    const body = `{"tasks":${'['.repeat(6000)}${']'.repeat(6000)}}`;
    expect((await fetch(`${product.url}/api/v1/graphs`, { method: 'POST', headers, body })).status).toBe(400);
  });
});

describe('every answer, whoever gives it', () => {
  const socketHead = (path: string, headers: Record<string, string>, method = 'GET') =>
    head(`${method} ${path} HTTP/1.1`, {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', ...headers },
    });

  it.each([
    [400, 'GET / HTTP/1.1\r\nconnection: close\r\n\r\n'],
    [417, head('GET / HTTP/1.1', { expect: 'a miracle' })],
    [405, head('TRACE / HTTP/1.1')],
    [405, head('PROPFIND / HTTP/1.1')],
    [405, head('POST /gallery HTTP/1.1', { 'content-length': '0' })],
    [405, head('DELETE /nowhere HTTP/1.1')],
    [404, head('GET /_next/image?url=%2Ficon.svg&w=64&q=75 HTTP/1.1')],
    [400, socketHead('/asy', { 'sec-websocket-key': 'short' })],
    [400, socketHead('/asy', { 'sec-websocket-version': '7' })],
    [405, socketHead('/asy', {}, 'POST')],
    [404, socketHead('/asy', { upgrade: 'h2c' })],
    [404, socketHead('/_next/nothing', {})],
    [400, socketHead('/socket.io/?EIO=4&transport=polling', {})],
    [400, socketHead('/socket.io/?EIO=4&transport=websocket&sid=__proto__', {})],
    [400, socketHead('/socket.io/?%ff=%zz', {})],
    [400, socketHead('/socket.io/?EIO=4&transport=websocket&transport=x', {})],
  ])('%i: is of the type it says, %#', async (status, text) => {
    const answer = await raw(text);
    expect(statusOf(answer)).toBe(status);
    expect(answer).toMatch(/x-content-type-options: nosniff/i);
  });

  it('431: does not drop what comes after many headers', async () => {
    const many = Object.fromEntries(Array.from({ length: EDGE_LIMITS.maxHeaders }, (_, i) => [`x-${i}`, '1']));
    const hidden = head('GET /metrics HTTP/1.1', { ...many, 'x-forwarded-for': '203.0.113.7' });
    expect(statusOf(await raw(hidden))).toBe(431);
  });

  it('ends a connection with too many requests at a time', async () => {
    const many = raw(head('GET /gallery HTTP/1.1', { connection: 'keep-alive' }).repeat(1000));
    // A connection that is cut off may say so in more than one way.
    const answer = await many.catch(() => '');
    expect(answer.split('HTTP/1.1 ').length).toBeLessThanOrEqual(1 + EDGE_LIMITS.maxRequestsOfConnection);
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  });
});

describe('sockets', () => {
  const upgrade = (headers: Record<string, string> = {}) =>
    head('GET /asy HTTP/1.1', {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      ...{ 'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==', 'sec-websocket-protocol': 'asyonline.asy', ...headers },
    });

  it('431: judges upgrades as other requests', async () => {
    expect(statusOf(await raw(upgrade({ 'sec-websocket-extensions': 'a'.repeat(5000) })))).toBe(431);
  });

  it('holds only so much of messages that do not end', async () => {
    const announced = EDGE_LIMITS.unfinishedBytesPerAddress / 8;
    const frame = Buffer.alloc(14);
    frame.set([0x82, 0xff]);
    frame.writeBigUInt64BE(BigInt(announced), 2);
    const sockets = Array.from({ length: 24 }, () => {
      const socket = net.connect(port(), '127.0.0.1', () => socket.write(upgrade()));
      socket.on('error', () => undefined);
      socket.once('data', () => {
        socket.write(frame);
        socket.write(Buffer.alloc(announced - 1));
        socket.resume();
      });
      return socket;
    });
    const isCut = (socket: net.Socket) => socket.destroyed || socket.readableEnded;
    await until('most are cut off', () => sockets.filter(isCut).length >= 24 - 8);
    expect(sockets.filter((socket) => !isCut(socket)).length).toBeGreaterThan(0);
    for (const socket of sockets) socket.destroy();
    expect((await fetch(`${product.url}/healthz`)).status).toBe(200);
  });

  it('ends what does not say what it wants', async () => {
    await until('the slow connection is closed', slow.isClosed, 30_000);
  });
});

describe('every answer', () => {
  it.each([
    ...[
      '/',
      '/gallery',
      '/api-docs',
      '/graphs',
      '/admin',
      '/s/x',
      '/embed/x',
      '/nothing',
      '/favicon.ico',
      '/examples/x',
    ],
    ...['/healthz', '/readyz', '/metrics', '/api/health', '/api/openapi.json', '/openapi.json', '/api/admin/session'],
    ...[
      '/oembed',
      '/oembed?format=xml',
      '/api/links/x',
      '/svg/x',
      '/svg/eJwrBQAAdgB2',
      '/render/x',
      '/compile/x',
      '/ws/x',
    ],
    ...[
      '/api/v1',
      '/api/v1/tasks',
      '/api/v1/openapi.json',
      '/api/v1/docs',
      '/api/v1/nothing',
      '/socket.io/',
      '/_next/x',
      '/%',
      '/%00',
    ],
  ])('forbids browsers to guess its type: %s', async (place) => {
    const answer = await fetch(product.url + place, { redirect: 'manual' });
    await answer.arrayBuffer();
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  it.each([
    ['no HTTP at all', 'nonsense\r\n\r\n'],
    ['a head that is too large', head('GET / HTTP/1.1', { a: 'a'.repeat(100_000) })],
    ['an upgrade to nowhere', head('GET /nowhere HTTP/1.1', { connection: 'Upgrade', upgrade: 'websocket' })],
    ['a method that nobody knows', head('BREW / HTTP/1.1')],
    ['a body that is too large', head('POST /render HTTP/1.1', { 'content-length': '999999999' })],
  ])('forbids it after %s, too', async (_what, request) => {
    const answer = await raw(request);
    expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
    expect(answer.toLowerCase()).toContain('x-content-type-options: nosniff');
  });
});

describe('names of other hosts', () => {
  it('421: are not believed where links are made', async () => {
    for (const place of ['/oembed?url=x', '/api/links/x'])
      expect(statusOf(await raw(head(`GET ${place} HTTP/1.1`, { host: 'evil.example' })))).toBe(421);
  });

  it('are not repeated by pages', async () => {
    const files = [{ name: 'main.asy', text: 'draw(unitsquare);' }];
    const body = JSON.stringify({ files, main: 'main.asy' });
    const headers = { 'content-type': 'application/json' };
    const { id } = (await (await fetch(`${product.url}/api/links`, { method: 'POST', headers, body })).json()) as {
      id: string;
    };
    linkId = id;
    for (const place of [`/s/${id}`, `/embed/${id}`]) {
      const page = await raw(head(`GET ${place} HTTP/1.1`, { host: 'evil.example' }));
      expect(statusOf(page)).toBe(200);
      expect(page).not.toContain('evil.example');
    }
  });
});

describe('secrets', () => {
  it('are not in the log, nor with the worker', () => {
    expect(product.adminToken.length).toBeGreaterThan(16);
    expect(product.log()).not.toContain(product.adminToken);
    const worker = processesWith(product.dataFolder).find(({ command }) => command.includes('/worker.mjs'))?.pid;
    const environment = readFileSync(`/proc/${worker}/environ`, 'utf8')
      .split('\0')
      .map((pair) => pair.split('=')[0]);
    expect(environment).toContain('PATH');
    expect(environment.filter((name) => /TOKEN|SESSION|VITEST|npm_/.test(name ?? ''))).toEqual([]);
  });

  it('sign sessions from a file that nobody else can read', () => {
    const { mode, size } = statSync(path.join(product.dataFolder, 'session-secret'));
    expect([mode & 0o777, size]).toEqual([0o600, 44]);
  });

  it('are needed for a worker that others can reach', async () => {
    await expect(startProduct(['--worker-address', '127.0.0.1:1'])).rejects.toThrow(/WORKER_ADDRESS.*WORKER_SECRET/);
  });

  it('403: foreign pages do not sign in, however the address is written', async () => {
    for (const place of ['/api/admin/session', '/api/%61dmin/session', '/api/admin/%73ession']) {
      const headers = { 'content-type': 'application/json', origin: 'https://evil.example' };
      const body = JSON.stringify({ token: product.adminToken });
      expect((await fetch(product.url + place, { method: 'POST', headers, body })).status).toBe(403);
    }
  });

  it('403: metrics are for this machine, also behind a proxy, and for admins', async () => {
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${product.url}/metrics`, { headers })).status;
    expect(await status({})).toBe(200);
    expect(await status({ 'x-forwarded-for': '1.2.3.4' })).toBe(403);
    expect(await status({ forwarded: 'for=1.2.3.4' })).toBe(403);
    expect(await status({ 'x-forwarded-for': '127.0.0.1' })).toBe(403);
    expect(statusOf(await raw(head('GET /metrics HTTP/1.1', { host: 'asy.example' })))).toBe(403);
    expect(statusOf(await raw(head('GET /metrics HTTP/1.0')))).toBe(403);
    expect(await status({ 'x-forwarded-for': '1.2.3.4', authorization: `Bearer ${product.adminToken}` })).toBe(200);
  });

  // The last one: this address has to wait afterwards.
  it('429: can be guessed a few times only, at all places together', async () => {
    const guess = (place: string, index: number) =>
      fetch(product.url + place, { headers: { authorization: `Bearer guess-${place}-${index}` } });
    const places = ['/api/v1/tasks', '/api/v1/tokens', '/metrics'];
    const answers = await Promise.all(Array.from({ length: 400 }, (_, i) => guess(places[i % places.length] ?? '', i)));
    const looked = answers.filter(({ status }) => status === 401).length;
    // Those that were wrong before count.
    expect(looked).toBeGreaterThan(0);
    expect(looked).toBeLessThanOrEqual(GUESS_LIMITS.wrongTokens);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(400 - looked);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ token: 'another guess' });
    expect((await fetch(`${product.url}/api/admin/session`, { method: 'POST', headers, body })).status).toBe(429);
    // The others that take tokens, too.
    expect((await fetch(`${product.url}/ws/guess`)).status).toBe(429);
    expect((await fetch(`${product.url}/ws/${encodeURIComponent(PRC_TOKEN)}`)).status).toBe(429);
    const link = { method: 'DELETE', headers: { authorization: 'Bearer guess' } };
    expect((await fetch(`${product.url}/api/links/${linkId}`, link)).status).toBe(429);
    const credentials = { name: 'x', token: PERIODIC_TOKEN };
    const registration = { dialect: 'crc', role: 'client', credentials } as const;
    await expect(PeriodicClient.connect(periodicAddress(product.log()), registration)).rejects.toThrow('closed');
    // Who was right before is not held up by others behind the same address.
    const known = { authorization: `Bearer ${product.adminToken}` };
    expect((await fetch(`${product.url}/api/v1/tasks`, { headers: known })).status).toBe(200);
  });
});
