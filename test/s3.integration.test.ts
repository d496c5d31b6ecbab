import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from './parts';
import { startProduct } from './product';
import { until } from './until';
import { S3Blobs, type S3Place } from '@/platform/blobs/s3Blobs';
import { testBlobs } from '@/platform/blobs/testing/suite';

/** Against s3rver, which knows one key; signatures and lists of several pages are tested in s3Blobs.test.ts. */

const folder = mkdtempSync(path.join(tmpdir(), 'asyground-s3-'));
let server: ChildProcess;
let place: S3Place;

beforeAll(async () => {
  const port = await freePort();
  const args = ['--directory', folder, '--address', '127.0.0.1', '--port', String(port), '--silent'];
  server = spawn(process.execPath, ['node_modules/s3rver/bin/s3rver.js', ...args, '--configure-bucket', 'blobs'], {
    stdio: 'ignore',
  });
  // The one key that it knows.
  place = { url: `http://127.0.0.1:${port}/blobs/below/here`, region: 'us-east-1', keyId: 'S3RVER', secret: 'S3RVER' };
  await until('it answers', () =>
    new S3Blobs(place).check().then(
      () => true,
      () => false,
    ),
  );
});
afterAll(() => {
  server.kill();
  rmSync(folder, { recursive: true, force: true });
});

describe('blobs in S3', () => {
  testBlobs(() => new S3Blobs(place));

  it('of a wrong key or bucket are refused', async () => {
    await new S3Blobs(place).check();
    await expect(new S3Blobs({ ...place, keyId: 'wrong' }).check()).rejects.toThrow('S3 answered 403');
    await expect(new S3Blobs({ ...place, url: place.url.replace('/blobs/', '/none/') }).weigh()).rejects.toThrow(/404/);
  });
});

describe('a product with its blobs in S3', () => {
  it('keeps links and pictures there, and nothing in its folder', async () => {
    const { url, keyId, secret } = place;
    const flags = ['--s3-url', url, '--s3-key-id', keyId, '--s3-secret', secret, '--backends', '1'];
    const product = await startProduct(flags);
    try {
      const made = await fetch(`${product.url}/api/links`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ files: [{ name: 'a.asy', text: 'draw((0,0)--(9,9));' }], main: 'a.asy' }),
      });
      const { id } = (await made.json()) as { id: string };
      expect((await fetch(`${product.url}/s/${id}/picture.svg`)).status).toBe(200);
      expect([...(await new S3Blobs(place).weigh()).keys()]).toContain('links');
      expect(readdirSync(path.join(product.dataFolder, 'blobs'))).toEqual([]);
    } finally {
      await product.stop();
    }
  });

  it('does not start with a key that the bucket refuses', async () => {
    const flags = ['--s3-url', place.url, '--s3-key-id', 'wrong', '--s3-secret', 'wrong'];
    await expect(startProduct(flags)).rejects.toThrow(/bucket of S3_URL cannot be written to: S3 answered 403/);
  });
});
