import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { S3Blobs } from './s3Blobs';

/** Lists that come in pages, and signatures, from a server that computes them by itself (AWS signature version 4). */

const SECRET = 'secret';
const PAGES = ['blobs-1&2', ''].map((token, page) => {
  const entry = `<Contents><Key>p/many/n${page}</Key><Size>${page + 1}</Size></Contents>`;
  const foreign = '<Contents><Key>p/not a name</Key><Size>9</Size></Contents>';
  const next = token === '' ? '' : `<NextContinuationToken>${token.replace('&', '&amp;')}</NextContinuationToken>`;
  return `<?xml version="1.0"?><ListBucketResult>${entry}${foreign}${next}</ListBucketResult>`;
});

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://x');
  if (!isSigned(request, url)) return void response.writeHead(403).end();
  const token = url.searchParams.get('continuation-token');
  response.writeHead(token === null || token === 'blobs-1&2' ? 200 : 400).end(PAGES[token === null ? 0 : 1]);
});
beforeAll(() => new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

function isSigned({ method = '', headers }: IncomingMessage, url: URL): boolean {
  const given = /Credential=(?<scope>[^,]*), SignedHeaders=(?<names>[^,]*), Signature=(?<signature>\w+)/.exec(
    headers.authorization ?? '',
  )?.groups;
  const [, day = '', region = '', service = ''] = given?.scope?.split('/') ?? [];
  const names = given?.names?.split(';') ?? [];
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort();
  const canonical = [
    ...[method, url.pathname, query.join('&')],
    ...names.map((name) => `${name}:${String(headers[name])}`),
    ...['', names.join(';'), String(headers['x-amz-content-sha256'])],
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const hash = createHash('sha256').update(canonical).digest('hex');
  const text = `AWS4-HMAC-SHA256\n${String(headers['x-amz-date'])}\n${scope}\n${hash}`;
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (last, part) => createHmac('sha256', last).update(part).digest(),
    `AWS4${SECRET}`,
  );
  return createHmac('sha256', key).update(text).digest('hex') === given?.signature;
}

function open(secret: string): S3Blobs {
  const { port } = server.address() as AddressInfo;
  return new S3Blobs({ url: `http://127.0.0.1:${port}/bucket/p/`, region: 'eu-west-1', keyId: 'key', secret });
}

it('lists page by page what is ours', async () => {
  const names: string[] = [];
  for await (const name of open(SECRET).list()) names.push(name);
  expect(names).toEqual(['many/n0', 'many/n1']);
  expect([...(await open(SECRET).weigh())]).toEqual([['many', 3]]);
});

it('is refused with another secret', async () => {
  await expect(open('wrong').weigh()).rejects.toThrow('S3 answered 403');
});
