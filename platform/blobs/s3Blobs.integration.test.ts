import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '@/test/parts';
import { until } from '@/test/until';
import { S3Blobs, type S3Place } from './s3Blobs';
import { testBlobs } from './testing/suite';

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
