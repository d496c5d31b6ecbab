import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { good, TaskGraphClient, WORK, type Claimed } from './taskgraphClient';
import { until } from './until';

/** docs/security.md, "Limits per address and in total": a disk that is full stops new work with a sentence, and heals. */

const folder = mkdtempSync(path.join(tmpdir(), 'asyground-disk-'));
const mayMount =
  process.getuid?.() === 0 && succeeds('mount', '-t', 'tmpfs', '-o', 'size=96m,mode=755', 'small', folder);
let product: Product;
let admin: TaskGraphClient;

function succeeds(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

beforeAll(async () => {
  if (!mayMount) return;
  const trusted = ['--trusted-proxies', '127.0.0.1,::1', '--blob-bytes', String(2 ** 30)];
  const flags = ['--backends', '1', '--warm-megabytes', '0', ...WITHOUT_CACHE, ...trusted];
  product = await startProduct(flags, path.join(folder, 'data'));
  admin = TaskGraphClient.withToken(product.url, product.adminToken);
});
afterAll(async () => {
  await product?.stop();
  if (mayMount) succeeds('umount', '-l', folder);
  rmSync(folder, { recursive: true, force: true });
});

let addresses = 0;
const SOURCE = `write(1); // ${'x'.repeat(120_000)}`;

/** Each time from somebody else: what one address may have is not what is tried here. */
async function post(place: string, body: string, more: Record<string, string>): Promise<Response> {
  addresses += 1;
  const address = `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
  const headers = { 'x-forwarded-for': address, ...more };
  const response = await fetch(`${product.url}${place}`, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response;
}

const JSON_BODY = { 'content-type': 'application/json' };
const link = { title: 'x', files: [{ name: 'main.asy', text: SOURCE }], main: 'main.asy', options: {} };
const endpoints: Record<string, () => Promise<Response>> = {
  'an asynchronous render': () => post('/render', SOURCE, { 'content-type': 'text/plain', prefer: 'respond-async' }),
  'a link': () => post('/api/links', JSON.stringify(link), JSON_BODY),
  'a task of a graph': () =>
    post('/api/v1/tasks', JSON.stringify({ command: { external: SOURCE }, hold: true }), {
      ...JSON_BODY,
      authorization: `Bearer ${product.adminToken}`,
    }),
};

describe.skipIf(!mayMount)('a full disk (a tmpfs of its own, which only root may mount)', () => {
  it('stops what is to be kept, at every endpoint, keeps Redis writing, and heals', async () => {
    const { id } = await admin.task(WORK);
    const claimed = good(await admin.claimOne(id)) as Claimed;
    const bring = (i: number) =>
      admin.send('PUT', `/tasks/${id}/artifacts/f${i}?token=${claimed.token}`, Buffer.alloc(2 ** 21, i), {
        'content-type': 'application/octet-stream',
      });
    const statuses = [];
    for (let i = 0; statuses.at(-1) !== 507 && i < 60; i += 1) {
      statuses.push((await bring(i)).status);
      // As fast as this nobody is: what was found a second ago is what is known.
      if (freeBytes() < 2 ** 24)
        await until('it was seen', async () => (await endpoints['a link']?.())?.status === 507);
    }
    expect(new Set(statuses)).toEqual(new Set([201, 507]));
    for (const [endpoint, ask] of Object.entries(endpoints)) {
      const { status, headers } = await ask();
      expect([endpoint, status, Number(headers.get('retry-after')) > 0]).toEqual([endpoint, 507, true]);
      expect(headers.get('content-type')).toContain('application/problem+json');
    }
    expect(freeBytes()).toBeGreaterThan(0);
    // Redis still writes, and what was there before goes on.
    expect((await admin.post('/tokens', { name: 'still', role: 'user' })).status).toBe(201);
    expect((await admin.report(id, claimed.token, 'success')).status).toBe(200);
    await until('it is said', () => product.log().includes('new work is refused'));
    expect((await admin.send('DELETE', `/tasks/${id}`)).status).toBe(204);
    for (const [endpoint, ask] of Object.entries(endpoints))
      await until(`there is room again for ${endpoint}`, async () => (await ask()).ok);
  });

  it.each(Object.keys(endpoints))('is never filled to the last byte by %s', async (endpoint) => {
    const ask = endpoints[endpoint] ?? (() => Promise.reject(new Error(endpoint)));
    const statuses = new Set<number>();
    // The rest of the room is taken by something else, so that few are enough.
    const ballast = path.join(folder, 'ballast');
    execFileSync('fallocate', ['-l', String(Math.max(1, freeBytes() - 14 * 2 ** 20)), ballast]);
    try {
      for (let i = 0; i < 200 && !statuses.has(507); i += 1) statuses.add((await ask()).status);
    } finally {
      rmSync(ballast);
    }
    expect([...statuses].filter((status) => ![201, 202, 507].includes(status))).toEqual([]);
    expect(statuses.has(507)).toBe(true);
    await until('there is room again', async () => (await ask()).ok);
  });
});

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
