import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ADMISSION_LIMITS } from '@/core/limits';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { codeOf, TaskGraphClient } from './taskgraphClient';
import { until } from './until';

/** docs/security.md, "Limits per address and in total": cookies cost nothing, so the address is what counts. */

let product: Product;

beforeAll(async () => {
  const trusted = ['--trusted-proxies', '127.0.0.1,::1'];
  product = await startProduct(['--backends', '1', '--warm-megabytes', '0', ...WITHOUT_CACHE, ...trusted]);
});
afterAll(() => product?.stop());

async function cookieFrom(address: string): Promise<string> {
  const page = await fetch(product.url, { headers: { accept: 'text/html', 'x-forwarded-for': address } });
  await page.arrayBuffer();
  return (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function renderLater(address: string, cookie: string): Promise<Response> {
  const headers = { 'x-forwarded-for': address, cookie, 'content-type': 'text/plain', prefer: 'respond-async' };
  const response = await fetch(`${product.url}/render`, { method: 'POST', headers, body: 'while (true) ;' });
  await response.arrayBuffer();
  return response;
}

describe('a Redis that fills up', () => {
  it('keeps a part for everything else, and goes on when tasks are deleted', async () => {
    const small = await startProduct(['--backends', '1', '--warm-megabytes', '0', '--redis-memory-megabytes', '48']);
    try {
      const admin = TaskGraphClient.withToken(small.url, small.adminToken);
      const task = { command: { external: 'x'.repeat(3900) }, hold: true };
      const tasks = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`n${i}`, task]));
      const made: string[] = [];
      let last = await admin.post<{ graph: string }>('/tasks', { tasks });
      for (; last.status === 201 && made.length < 20; last = await admin.post('/tasks', { tasks }))
        made.push(last.body.graph);
      expect([codeOf(last), Number(last.headers.get('retry-after')) > 0]).toEqual(['507 full', true]);
      expect(made.length).toBeGreaterThan(2);
      // People draw on.
      const drawn = await fetch(`${small.url}/render`, { method: 'POST', body: 'draw(unitsquare);' });
      expect(drawn.status).toBe(200);
      for (const graph of made) {
        expect((await admin.post(`/graphs/${graph}/cancel`)).status).toBe(200);
        expect((await admin.send('DELETE', `/graphs/${graph}`)).status).toBe(204);
      }
      await until('there is room again', async () => (await admin.post('/tasks', { tasks })).status === 201);
    } finally {
      await small.stop();
    }
  });
});

describe('one address, with as many cookies as it likes', () => {
  it('has so many asynchronous renders, and is told when to come again; a neighbour has its own', async () => {
    const { count } = ADMISSION_LIMITS.asynchronousRenders.ofAddress;
    const answers: Response[] = [];
    for (let i = 0; i < 8; i += 1) {
      const cookie = await cookieFrom('2001:db8:1:1::1');
      // The same /64: one network, whatever the rest of the address.
      const sent = Array.from({ length: count / 8 + 2 }, (_, j) => renderLater(`2001:db8:1:1::${i}${j}`, cookie));
      answers.push(...(await Promise.all(sent)));
    }
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(count);
    const refused = answers.filter(({ status }) => status !== 202);
    expect(refused.map(({ status }) => status)).toEqual(Array(16).fill(429));
    for (const { headers } of refused) {
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
      expect(headers.get('content-type')).toContain('application/problem+json');
    }
    expect((await renderLater('2001:db8:1:2::1', await cookieFrom('2001:db8:1:2::1'))).status).toBe(202);
  });

  it('has so many event streams', async () => {
    const stop = new AbortController();
    const { ofAddress } = ADMISSION_LIMITS.eventStreams;
    // Kept: an answer that nobody holds any more is closed.
    const streams: Response[] = [];
    let retryAfter: string | null = null;
    for (let i = 0; streams.filter(({ status }) => status === 200).length <= ofAddress && i < 6; i += 1) {
      const headers = {
        cookie: await cookieFrom('192.0.2.9'),
        'x-forwarded-for': '192.0.2.9',
        accept: 'text/event-stream',
      };
      const opened = await Promise.all(
        Array.from({ length: 60 }, () => fetch(`${product.url}/api/v1/events`, { headers, signal: stop.signal })),
      );
      streams.push(...opened);
      retryAfter = opened.find(({ status }) => status === 429)?.headers.get('retry-after') ?? retryAfter;
    }
    expect(streams.filter(({ status }) => status === 200)).toHaveLength(ofAddress);
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect(Number(retryAfter)).toBeGreaterThan(0);
    stop.abort();
  });
});
