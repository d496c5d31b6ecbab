import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startProduct, WITHOUT_CACHE, type Product } from './product';
import { until } from './until';

/** One address has one share, whatever its cookies (docs/queue.md, 9). A trusted proxy says which address it is. */

let product: Product;
const CROWD = 60;

beforeAll(async () => {
  const trusted = ['--trusted-proxies', '127.0.0.1,::1'];
  const roomy = ['--max-predicted-wait-seconds', '0', '--warm-megabytes', '0'];
  product = await startProduct(['--backends', '2', ...WITHOUT_CACHE, ...trusted, ...roomy]);
});
afterAll(() => product?.stop());

async function cookieFrom(address: string): Promise<string> {
  const page = await fetch(product.url, { headers: { accept: 'text/html', 'x-forwarded-for': address } });
  await page.arrayBuffer();
  return (page.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

async function render(address: string, cookie: string, signal?: AbortSignal): Promise<number> {
  const headers = { 'x-forwarded-for': address, cookie, 'content-type': 'text/plain' };
  // Those who ask for the same at the same time share one run.
  const body = `draw(unitcircle); // ${cookie}`;
  const response = await fetch(`${product.url}/render`, { method: 'POST', headers, body, ...(signal && { signal }) });
  await response.arrayBuffer();
  return response.status;
}

describe('one address with many cookies', () => {
  it('keeps a stranger waiting for a few renders only, and all of its own are drawn', async () => {
    const cookies = await Promise.all(Array.from({ length: CROWD }, () => cookieFrom('192.0.2.1')));
    expect(new Set(cookies).size).toBe(CROWD);
    const stranger = await cookieFrom('198.51.100.7');
    const stop = new AbortController();
    let ended = 0;
    let left = CROWD;
    const crowd = cookies.map(async (cookie) => {
      const status = await render('192.0.2.1', cookie, stop.signal).catch(() => 0);
      if (status === 200) ended += 1;
      left -= 1;
    });
    await until('some of the crowd are drawn', () => ended >= 4);
    const waits: number[] = [];
    while (waits.length < 3) {
      const before = ended;
      expect(await render('198.51.100.7', stranger)).toBe(200);
      waits.push(ended - before);
    }
    // Two run, two stand in the queue, and as many may end while the stranger's own is drawn.
    expect(Math.max(...waits)).toBeLessThanOrEqual(8);
    expect(left).toBeGreaterThan(CROWD / 2);
    stop.abort();
    await Promise.all(crowd);
  });
});
