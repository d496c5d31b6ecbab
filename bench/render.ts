import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { encodeSource } from '@/core/render/encodedSource';
import { FolderBlobs } from '@/platform/blobs/folderBlobs';
import { Ledger } from '@/server/ledger';
import { LinkStore } from '@/server/links/linkStore';
import { startRedis } from '@/test/parts';
import { startProduct, type Product } from '@/test/product';
import { until } from '@/test/until';
import { percentile, type Section } from './report';

/**
 * Rendering over HTTP: what a hit costs, how many there are in a second, what the cache and HTTP add to a render that
 * is not kept, and the page of one link among many.
 *
 * The client runs on the same machine and takes its share of it, so the true numbers are better.
 */

const CONNECTIONS = 16;
const FIGURE = 'size(3cm); draw(unitcircle); draw((0,0)--(1,1), red);';

export async function measureRender(hits: number, misses: number, links: number): Promise<Section> {
  const product = await startProduct(['--backends', '2', '--log-level', 'warn', '--self-check-every', '0']);
  let rows: Section['rows'];
  try {
    rows = [...(await measureHits(product, hits)), ...(await measureMisses(product, misses))];
  } finally {
    await product.stop();
  }
  return { title: 'Rendering over HTTP', rows: [...rows, ...(await measureLinks(links))] };
}

async function measureHits(product: Product, count: number): Promise<Section['rows']> {
  const address = `/svg/${encodeSource(new TextEncoder().encode(FIGURE))}`;
  await until('it is kept', async () => (await fetch(product.url + address)).headers.get('x-cache') === 'hit');
  const alone = await hammer(product.url, address, 1, Math.min(count, 2000));
  const crowd = await hammer(product.url, address, CONNECTIONS, count);
  return [
    ['a hit, one after the other, p50', `${percentile(alone.took, 0.5).toFixed(2)} ms`, 'at most 5 ms'],
    ['a hit, one after the other, p99', `${percentile(alone.took, 0.99).toFixed(2)} ms`, ''],
    [`hits over ${CONNECTIONS} connections`, `${Math.round(crowd.perSecond)} a second`, 'at least 2,000 a second'],
  ];
}

/** Requests as fast as they are answered, over so many connections. */
async function hammer(url: string, address: string, connections: number, count: number) {
  const { hostname, port } = new URL(url);
  const request = `GET ${address} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`;
  const took: number[] = [];
  let left = count;
  const startedAt = performance.now();
  await Promise.all(
    Array.from(
      { length: connections },
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = net.connect(Number(port), hostname);
          let sentAt = 0;
          let received: Buffer = Buffer.alloc(0);
          const send = () => {
            if (left <= 0) return void socket.end(resolve);
            left -= 1;
            sentAt = performance.now();
            socket.write(request);
          };
          socket.once('connect', send).once('error', reject);
          socket.on('data', (chunk: Buffer) => {
            received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
            if (!isWhole(received)) return;
            received = Buffer.alloc(0);
            took.push(performance.now() - sentAt);
            send();
          });
        }),
    ),
  );
  return { took, perSecond: took.length / ((performance.now() - startedAt) / 1000) };
}

function isWhole(received: Buffer): boolean {
  const head = received.indexOf('\r\n\r\n');
  if (head < 0) return false;
  const length = /^content-length: (\d+)/im.exec(received.toString('latin1', 0, head))?.[1];
  return received.length >= head + 4 + Number(length);
}

/**
 * What nobody but the endpoint and the cache can have taken: the time a client waited, less all that its render is known to
 * have spent from the queue to the last byte.
 */
async function measureMisses(product: Product, count: number): Promise<Section['rows']> {
  const [waited, added]: [number[], number[]] = [[], []];
  for (let i = 0; i < count; i += 1) {
    const startedAt = performance.now();
    const answer = await fetch(`${product.url}/render`, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: `${FIGURE} // ${i}`,
    });
    const { timings } = (await answer.json()) as { timings: Record<string, number> };
    const whole = performance.now() - startedAt;
    waited.push(whole);
    added.push(whole - Object.values(timings).reduce((sum, stage) => sum + stage, 0));
  }
  return [
    ['a miss, p50', `${percentile(waited, 0.5).toFixed(1)} ms`, ''],
    ['added to the render by a miss, p50', `${percentile(added, 0.5).toFixed(1)} ms`, 'at most 10 ms'],
  ];
}

async function measureLinks(count: number): Promise<Section['rows']> {
  const blobFolder = mkdtempSync(path.join(tmpdir(), 'asyground-bench-'));
  chmodSync(blobFolder, 0o777);
  const redis = await startRedis();
  const connection = new Redis(redis.url);
  const ids: string[] = [];
  const ample = { count, bytes: 2 ** 40 };
  const ledger = new Ledger(connection, 'links', { ofAddress: ample, inAll: ample });
  const book = new LinkStore(connection, new FolderBlobs(blobFolder), ledger, { maxLinks: count, maxBytes: 2 ** 40 });
  const project = { files: [{ name: 'main.asy', text: FIGURE }], main: 'main.asy', options: {} };
  const picture = { format: 'svg', bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') } as const;
  for (let i = 0; i < count; i += 1) {
    const contents = { title: `Figure ${i}`, project, picture, expiresAtMs: undefined };
    const made = await book.create(contents, { client: 'bench', address: 'bench' });
    if (!made.ok) throw new Error(made.failure.message);
    ids.push(made.value.link.id);
  }
  const product = await startProduct(['--redis-url', redis.url, '--blob-folder', blobFolder, '--log-level', 'warn']);
  const took: number[] = [];
  try {
    for (let i = 0; i < 220; i += 1) {
      const startedAt = performance.now();
      await (await fetch(`${product.url}/s/${ids[(i * 7919) % ids.length]}`)).text();
      // The first pages warm the program up.
      if (i >= 20) took.push(performance.now() - startedAt);
    }
  } finally {
    await product.stop();
    connection.disconnect();
    redis.stop();
    rmSync(blobFolder, { recursive: true, force: true });
  }
  return [
    [`the page of one of ${count} links, p50`, `${percentile(took, 0.5).toFixed(1)} ms`, 'under 50 ms'],
    [`the page of one of ${count} links, p95`, `${percentile(took, 0.95).toFixed(1)} ms`, ''],
  ];
}
